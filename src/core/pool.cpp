#include "pool.h"

#include <chrono>
#include <exception>
#include <utility>

namespace abtools {

Pool::Pool(int threads, std::size_t table_bytes) {
  for (int i = 0; i < threads; ++i)
    solvers_.push_back(std::make_unique<Solver>(table_bytes / static_cast<std::size_t>(threads)));
  for (auto& solver : solvers_) threads_.emplace_back([this, &solver = *solver] { work(solver); });
}

Pool::~Pool() {
  stop();
  for (auto& thread : threads_) thread.join();
}

void Pool::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
    questions_.clear();
  }
  for (auto& solver : solvers_) solver->interrupt();
  asked_.notify_all();
  answered_.notify_all();
}

void Pool::ask(std::uint64_t id, Question question) {
  {
    const std::lock_guard lock(mutex_);
    questions_.emplace_back(id, std::move(question));
  }
  asked_.notify_one();
}

std::vector<Outcome> Pool::take(double seconds) {
  std::unique_lock lock(mutex_);
  answered_.wait_for(lock, std::chrono::duration<double>(seconds),
                     [this] { return stopping_ || !answers_.empty(); });
  return std::exchange(answers_, {});
}

void Pool::work(Solver& solver) {
  for (;;) {
    std::pair<std::uint64_t, Question> next;
    {
      std::unique_lock lock(mutex_);
      asked_.wait(lock, [this] { return stopping_ || !questions_.empty(); });
      if (stopping_) return;
      next = std::move(questions_.front());
      questions_.pop_front();
    }
    Outcome outcome;
    outcome.id = next.first;
    const std::uint64_t before = solver.nodes();
    try {
      outcome.values = next.second(solver);
    } catch (const Interrupted&) {
      return;
    } catch (const std::exception& error) {
      outcome.fault = error.what();
    }
    outcome.nodes = solver.nodes() - before;
    {
      const std::lock_guard lock(mutex_);
      answers_.push_back(std::move(outcome));
    }
    answered_.notify_one();
  }
}

}  // namespace abtools
