// A trace that is read while its process records, in the order in which it will be read from the
// disk.
#pragma once

#include "trace/reader.h"

#include <atomic>
#include <deque>
#include <mutex>

namespace cts {

// Up to which moment all events can be seen? A thread says in the manifest when it is about to take
// a stamp (StreamEntry::recording), and takes it back when the event is in the packet. So what was
// stamped before a moment at which a thread does not record can be seen; of one that records, what
// is older than its last event can. The store that says so may be seen a little later than the
// stamp: `margin` is much more than a processor takes. A thread that waits for room says with which
// stamp: its wait ends only when what the others recorded before that has been read.
//
// One thread reads (wait, streams, reader, entry, lost_from, damage); another one may ask for the
// rest meanwhile.
class LiveTrace {
public:
  struct Options {
    bool keep = false;                       // give no packet up
    const std::atomic<bool> *stop = nullptr; // set: what is there now is all
  };

  // Waits until the trace is there and its tool initialized, or its process has ended. Nothing, and
  // one line that says why, if there will be none (or it is to stop before).
  static std::unique_ptr<LiveTrace> open(const std::string &directory, const Options &options,
                                         std::string &error);
  ~LiveTrace();
  LiveTrace(const LiveTrace &) = delete;
  LiveTrace &operator=(const LiveTrace &) = delete;

  // As it was when it was opened; after settle() as its process left it.
  const Trace &trace() const { return trace_; }
  // To be called when wait() has said that the process has ended, by the thread that uses trace().
  void settle();

  // Waits until more can be seen; gives the stamp up to which all events can, without itself.
  // Beyond all stamps: the process has ended, and the trace and its streams' readers are to be
  // settled.
  u64 wait();
  static constexpr u64 ended = ~u64{0};
  // How many streams there are, as wait() found; readers of them (and what they are settled with).
  u32 streams() const { return streams_; }
  StreamReader reader(u32 stream);
  // Whether the stream can be read already.
  bool there(u32 stream) const { return stream < entries_; }
  StreamEntry entry(u32 stream) const;
  // The first stamp at which an event was dropped, as wait() found; 0: none was.
  u64 lost_from() const { return lost_from_; }
  // What is wrong with it as a whole, once its process has ended; empty if nothing is.
  const std::string &damage() const { return damage_; }

  // Calls f with a function that gives a reader of a stream's events, from the oldest one on that
  // was not given up; none is given up meanwhile.
  template <class F> void look_back(F &&f) {
    const std::lock_guard lock(mutex_);
    f([this](u32 stream) { return old_events(stream); });
  }
  // No packet is to be given up from now on. False if some were.
  bool keep_from_now_on();
  // So many events were judged, and that is all.
  void judged(u64 events);

private:
  // A stream's packets that were read and not given up.
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
  std::vector<u64>
      last_;         // of a stream that recorded when it was looked at: no later event is older
  std::mutex mutex_; // of what follows
  std::deque<Window> windows_;
  bool keep_ = false, cannot_ = false;
};

} // namespace cts
