#!/usr/bin/env python3
"""Lets the engine play many games against itself, two at a time, and watches it.

Usage: scripts/soak.py [--engine target/release/veletas] [--games 200] [--movetime 10] [--concurrency 2]

Both sides of a game are processes of their own, and a third one judges every move. The variants take turns. Reports
crashes, illegal moves, moves over twice the time, the slowest moves, and how the memory of the processes grows.
Exit status 1 when anything went wrong. Needs nothing but Python 3 on Linux.
"""

import argparse
import subprocess
import sys
import threading
import time

VARIANTS = ["10x10", "9x9", "7x7"]


class Engine:
    def __init__(self, path):
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1)
        self.ask("ugi", "ugiok")

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def ask(self, line, word):
        """Sends a line; the first reply that begins with `word`."""
        self.send(line)
        for reply in self.process.stdout:
            if reply.startswith(word):
                return reply.split()
        raise RuntimeError(f"the engine died after `{line}`")

    def memory(self):
        """Resident memory in MiB."""
        with open(f"/proc/{self.process.pid}/status") as status:
            line = next(line for line in status if line.startswith("VmRSS"))
        return int(line.split()[1]) / 1024

    def quit(self):
        self.send("quit")
        return self.process.wait(timeout=5)


class Soak:
    def __init__(self, options):
        self.options = options
        self.lock = threading.Lock()
        self.next_game = 0
        self.times = []
        self.faults = []
        self.turns = {variant: [] for variant in VARIANTS}
        self.black = {variant: 0 for variant in VARIANTS}
        self.memory = []

    def take_game(self):
        with self.lock:
            game = self.next_game
            self.next_game += 1
            return game if game < self.options.games else None

    def fault(self, text):
        with self.lock:
            self.faults.append(text)
            print("FAULT", text, flush=True)

    def run(self):
        try:
            players = [Engine(self.options.engine) for _ in range(2)]
            judge = Engine(self.options.engine)
            while (game := self.take_game()) is not None:
                self.play(game, players if game // 2 % 2 == 0 else players[::-1], judge)
            for engine in [*players, judge]:
                if engine.quit() != 0:
                    self.fault("exit status is not 0")
        except Exception as error:
            self.fault(repr(error))

    def play(self, game, players, judge):
        variant = VARIANTS[game % len(VARIANTS)]
        for engine in [*players, judge]:
            engine.send(f"setoption name Variant value {variant}")
            engine.send("uginewgame")
            engine.ask("isready", "readyok")
        judge.send("position startpos")
        moves, side = [], 0
        while judge.ask("query gameover", "response")[1] == "false":
            player = players[side]
            player.send("position startpos" + (" moves " + " ".join(moves) if moves else ""))
            player.ask("isready", "readyok")
            start = time.monotonic()
            move = player.ask(f"go movetime {self.options.movetime}", "bestmove")[1]
            elapsed = (time.monotonic() - start) * 1000
            with self.lock:
                self.times.append(elapsed)
            if elapsed > 2 * self.options.movetime:
                self.fault(f"game {game} ({variant}), turn {len(moves) + 1}: {elapsed:.1f} ms")
            if judge.ask(f"query legal {move}", "response")[1] != "true":
                return self.fault(f"game {game} ({variant}): illegal {move} after {' '.join(moves)}")
            judge.send(f"moves {move}")
            moves.append(move)
            side = 1 - side
        winner = judge.ask("query result", "response")[1]
        for player in players:
            player.send("position startpos moves " + " ".join(moves))
            if player.ask("query result", "response")[1] != winner:
                self.fault(f"game {game} ({variant}): the players disagree about the result")
        with self.lock:
            self.turns[variant].append(len(moves))
            self.black[variant] += winner == "p1win"
            self.memory.append((game, max(engine.memory() for engine in players)))
            if game % 20 == 19:
                print(f"game {game + 1}: {self.memory[-1][1]:.1f} MiB", flush=True)

    def report(self):
        times = sorted(self.times)
        for variant, turns in self.turns.items():
            if turns:
                turns = sorted(turns)
                share = 100 * self.black[variant] / len(turns)
                print(f"{variant}: {len(turns)} games of {turns[0]} to {turns[-1]} turns, {turns[len(turns) // 2]} "
                      f"in the middle; Black won {share:.0f} %")
        if times:
            print(f"{len(times)} moves: {times[len(times) // 2]:.2f} ms in the middle, slowest "
                  + ", ".join(f"{t:.1f}" for t in times[-5:]))
        # The first games of each process fill its table.
        memory = [mib for _, mib in sorted(self.memory)]
        half = len(memory) // 2
        if half:
            print(f"memory: at most {max(memory[:half]):.1f} MiB in the first half, {max(memory[half:]):.1f} in the second")
        print(f"faults: {len(self.faults)}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--engine", default="target/release/veletas")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--movetime", type=int, default=10)
    parser.add_argument("--concurrency", type=int, default=2)
    soak = Soak(parser.parse_args())
    threads = [threading.Thread(target=soak.run) for _ in range(soak.options.concurrency)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    soak.report()
    sys.exit(1 if soak.faults else 0)


if __name__ == "__main__":
    main()
