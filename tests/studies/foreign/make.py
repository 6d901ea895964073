"""Makes the transcripts: `make.py hearts rules_duck`, `make.py liars_dice`, `make.py` for all that is listed, in turn.

`--season N --into FOLDER` makes other games of the same families, by the same programs with other seeds: whoever has looked at the first season can
still be judged by the second.
"""

import argparse
import pathlib
import time

import families
import files


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("ruleset", nargs="?")
    parser.add_argument("family", nargs="?")
    parser.add_argument("--season", type=int, default=1)
    parser.add_argument("--into", type=pathlib.Path, default=files.ROOT)
    arguments = parser.parse_args()
    if arguments.season != 1 and arguments.into == files.ROOT:
        parser.error("the fixtures are the first season: name a folder with --into")
    files.ROOT = arguments.into
    for (of, name), games in families.ALL.items():
        if arguments.ruleset in (None, of) and arguments.family in (None, name):
            began = time.time()
            count, events, size = files.write(of, name, games(arguments.season))
            print(f"{of:11} {name:18} {count:4} games {events:6} events {size:7} bytes {time.time() - began:6.1f} s", flush=True)


if __name__ == "__main__":
    main()
