/**
 * The Lua scripts of the store. A change whose loss must be noticed also increments the pulse of
 * its process, in the same step: a server that lost the change has an older pulse.
 */
export const scripts = {
  // KEYS: value, pulse. ARGV: value, its ms, ms of the pulse.
  set: `redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
    local pulse = redis.call('INCR', KEYS[2])
    redis.call('PEXPIRE', KEYS[2], ARGV[3])
    return {1, pulse}`,
  // KEYS: value, pulse. ARGV: value, its ms, ms of the pulse.
  setIfAbsent: `local found = redis.call('GET', KEYS[1])
    if found then return {found, 0} end
    redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
    local pulse = redis.call('INCR', KEYS[2])
    redis.call('PEXPIRE', KEYS[2], ARGV[3])
    return {false, pulse}`,
  // KEYS: value, pulse. ARGV: from, to or nothing, its ms, ms of the pulse.
  compareAndSwap: `if redis.call('GET', KEYS[1]) ~= ARGV[1] then return {0, 0} end
    if ARGV[2] == '' then redis.call('DEL', KEYS[1])
    else redis.call('SET', KEYS[1], ARGV[2], 'PX', ARGV[3]) end
    local pulse = redis.call('INCR', KEYS[2])
    redis.call('PEXPIRE', KEYS[2], ARGV[4])
    return {1, pulse}`,
  // KEYS: counter. ARGV: by, ms.
  increment: `local sum = redis.call('INCRBY', KEYS[1], ARGV[1])
    redis.call('PEXPIRE', KEYS[1], ARGV[2])
    return sum`,
  /**
   * Takes calls from the counter of a window, as `grant` does. Earlier versions know only the first
   * key; if they began another window, the second key is out of date.
   *
   * KEYS: calls made and held; limit, end and shares, as JSON. ARGV: share, made, want, 1 for all
   * or none, limit, least, ms of the window, 1 if the API gave them, ms of a lease.
   */
  count: `local time = redis.call('TIME')
    local now = time[1] * 1000 + math.floor(time[2] / 1000)
    local used = tonumber(redis.call('GET', KEYS[1]) or '-1')
    local ms = redis.call('PTTL', KEYS[1])
    local known = cjson.decode(redis.call('GET', KEYS[2]) or '{}')
    local by, made, want = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
    local isReported, reported = ARGV[8] == '1', tonumber(ARGV[7])
    local isNext = used < 0 or (isReported and reported > ms + 2000)
    if isNext then used = 0 end
    if isNext or math.abs((known.ends or 0) - now - ms) > 2000 then known = {shares = {}} end
    if isNext or isReported then ms = math.max(1, reported) end
    if isReported then known.limit = tonumber(ARGV[5]) end
    local limit = known.limit or tonumber(ARGV[5])
    for _, share in pairs(known.shares) do
      if share[3] <= now then
        used = used - share[2]
        share[2] = 0
      end
    end
    local own = known.shares[by] or {0, 0}
    local since = made - own[1]
    used = math.max(used - own[2] + since, tonumber(ARGV[6]))
    local free = math.max(0, limit - used)
    if ARGV[4] == '1' and free < want then want = math.max(0, own[2] - since) end
    local holds = math.min(want, free)
    used = used + holds
    known.shares[by] = {made, holds, now + ARGV[9]}
    known.ends = now + ms
    redis.call('SET', KEYS[1], string.format('%.0f', used), 'PX', ms)
    redis.call('SET', KEYS[2], cjson.encode(known), 'PX', ms)
    return {holds, math.max(0, limit - used), limit, ms}`,
  /**
   * Compares the data with what a process knew of it, and records a loss that is not recorded yet.
   *
   * KEYS: epoch, lost, accepted, pulse. ARGV: the epoch that the process knows, empty if none; its
   * pulse; an epoch for empty data; ms of the pulse; when it last checked.
   */
  check: `local time = redis.call('TIME')
    local now = time[1] * 1000 + math.floor(time[2] / 1000)
    local epoch = redis.call('GET', KEYS[1])
    local lost = tonumber(redis.call('GET', KEYS[2]) or '0')
    local accepted = tonumber(redis.call('GET', KEYS[3]) or '0')
    local pulse = tonumber(redis.call('GET', KEYS[4]) or '0')
    local isOther = ARGV[1] ~= '' and (epoch ~= ARGV[1] or pulse < tonumber(ARGV[2]))
    if isOther and lost <= tonumber(ARGV[5]) then
      lost = now
      redis.call('SET', KEYS[2], string.format('%.0f', lost))
    end
    local isNew = 0
    if not epoch then
      epoch = ARGV[3]
      redis.call('SET', KEYS[1], epoch)
      if lost == 0 then isNew = 1 end
    end
    redis.call('SET', KEYS[4], string.format('%.0f', pulse), 'PX', ARGV[4])
    return {epoch, lost, accepted, pulse, now, isNew}`,
} as const;
