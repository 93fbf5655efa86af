import { useEffect, useState } from 'react';

const minute = 60_000;

/** The time, to the minute: what shows it ages while it stays open. */
export const useNow = (): number => {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), minute);
    return () => clearInterval(timer);
  }, []);
  return now;
};
