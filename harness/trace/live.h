// Reads a trace while its process records it, in the same order as a later reading from disk.
#pragma once

#include "trace/reader.h"

#include <atomic>
#include <chrono>
#include <deque>
#include <mutex>

namespace cts {

// The moment up to which all events can be seen. A thread announces in the manifest that it will
// take a stamp (StreamEntry::recording), and withdraws this when the event is in the packet. All
// events before a moment at which a thread does not record can therefore be seen; of a recording
// thread, all events older than its last one can be seen. The announcing store may become visible a
// little later than the stamp: `margin` is much longer than a processor takes. A thread that waits
// for room announces its stamp: its wait ends only when all earlier events of the other threads
// have been read.
//
// One thread reads (wait, streams, reader, entry, lost_from, damage); another one may ask for the
// rest meanwhile.
class LiveTrace {
public:
  struct Options {
    bool keep = false;                       // give no packet up
    const std::atomic<bool> *stop = nullptr; // set: the current events are all
  };

  // Waits until the trace exists and its tool is initialized, or its process has ended. Returns
  // nothing, and one line with the reason, if there will be no trace (or `stop` comes first).
  static std::unique_ptr<LiveTrace> open(const std::string &directory, const Options &options,
                                         std::string &error);
  ~LiveTrace();
  LiveTrace(const LiveTrace &) = delete;
  LiveTrace &operator=(const LiveTrace &) = delete;

  // The trace as it was when opened; after settle(), as its process left it.
  const Trace &trace() const { return trace_; }
  // The thread that uses trace() calls this after wait() has reported the end of the process.
  void settle();

  // Waits until more events can be seen; returns the stamp before which all events can be seen. A
  // value beyond all stamps: the process has ended, and the trace and its streams' readers must be
  // settled.
  u64 wait();
  static constexpr u64 ended = ~u64{0};
  // The number of streams, as wait() found it; their readers (and the objects to settle them with).
  u32 streams() const { return streams_; }
  StreamReader reader(u32 stream);
  // Whether the stream can be read already.
  bool there(u32 stream) const { return stream < entries_; }
  StreamEntry entry(u32 stream) const;
  // The first stamp at which an event was dropped, as wait() found it; 0: no event was dropped.
  u64 lost_from() const { return lost_from_; }
  // The damage of the whole trace, once its process has ended; empty if there is none.
  const std::string &damage() const { return damage_; }

  // Calls f with a function that gives a reader of a stream's events, from the oldest kept event
  // on. No packet is given up during the call.
  template <class F> void look_back(F &&f) {
    const std::lock_guard lock(mutex_);
    f([this](u32 stream) { return old_events(stream); });
  }
  // Keeps all packets from now on. Returns false if some are already gone.
  bool keep_from_now_on();
  // The final number of judged events.
  void judged(u64 events);

private:
  // The packets of a stream that were read and not given up.
  class Window : public PacketWindow {
  public:
    Window(LiveTrace &live, u32 stream) : live_(live), stream_(stream) {}
    void passed(const PacketStart &packet, u64 bytes) override;

  private:
    friend class LiveTrace;
    LiveTrace &live_;
    u32 stream_;
    std::deque<PacketStart> packets_;
    u64 punched_ = 0;
  };

  LiveTrace() = default;
  bool alive() const;
  bool stopped() const { return options_.stop && options_.stop->load(); }
  u64 now() const;
  u64 seen_up_to();
  u64 last_stamp(u32 stream) const;
  void end();
  void give_up(Window &window);
  StreamReader old_events(u32 stream);
  ManifestHeader &header() const { return *static_cast<ManifestHeader *>(mapping_); }
  const StreamEntry *live_entry(u32 stream) const;

  Trace trace_;
  std::optional<Trace> left_; // as the process left it
  Options options_;
  std::string damage_;
  void *mapping_ = nullptr; // the manifest
  u64 mapped_ = 0;
  u32 streams_ = 0;
  u64 entries_ = 0; // that the manifest's file has
  u64 limit_ = 0;   // what wait() gave last
  u64 lost_from_ = 0;
  u64 margin_ = 0;
  std::chrono::microseconds pause_{};
  std::vector<u64>
      last_;         // of a stream that recorded when it was looked at: no later event is older
  std::mutex mutex_; // of what follows
  std::deque<Window> windows_;
  bool keep_ = false, cannot_ = false;
};

} // namespace cts
