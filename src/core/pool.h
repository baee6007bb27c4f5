// Threads that answer questions from a queue, each with a solver and its share of the memory.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "solver.h"

namespace abtools {

struct Outcome {
  std::uint64_t id = 0;
  std::vector<int> values;
  std::uint64_t nodes = 0;
  std::string fault;  // why there is no answer; empty when there is one
};

class Pool {
 public:
  using Question = std::function<std::vector<int>(Solver&)>;

  // `table_bytes` is shared out among the threads.
  Pool(int threads, std::size_t table_bytes);
  // Stops whatever is being solved; waits for the threads to leave.
  ~Pool();
  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  void ask(std::uint64_t id, Question question);
  // What has been answered since the last call; waits up to so many seconds for the first.
  std::vector<Outcome> take(double seconds);
  void stop();

 private:
  void work(Solver& solver);

  std::mutex mutex_;
  std::condition_variable asked_;
  std::condition_variable answered_;
  std::deque<std::pair<std::uint64_t, Question>> questions_;
  std::vector<Outcome> answers_;
  bool stopping_ = false;
  std::vector<std::unique_ptr<Solver>> solvers_;
  std::vector<std::thread> threads_;
};

}  // namespace abtools
