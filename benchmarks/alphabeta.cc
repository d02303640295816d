// Runs OpenSpiel's own alpha-beta, linked to its own games, and prints leaves and CPU seconds: see alphabeta.py.
//
// Usage: alphabeta GAME DEPTH REPEATS UNDO, where UNDO is 1 for games that can take moves back, else 0: states are copied

#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "open_spiel/algorithms/minimax.h"
#include "open_spiel/spiel.h"

int main(int argc, char** argv) {
  if (argc != 5) return 2;
  auto game = open_spiel::LoadGame(argv[1]);
  auto state = game->NewInitialState();
  for (int run = 0; run < std::atoi(argv[3]); ++run) {
    long leaves = 0;
    auto leaf = [&leaves](const open_spiel::State&) {
      ++leaves;
      return 0.0;
    };
    std::clock_t before = std::clock();
    auto found = open_spiel::algorithms::AlphaBetaSearch(*game, state.get(), leaf, std::atoi(argv[2]), 0,
                                                         std::atoi(argv[4]) != 0);
    std::printf("%g %ld %.6f\n", found.first, leaves, double(std::clock() - before) / CLOCKS_PER_SEC);
  }
}
