import type { VNode } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Histogram } from '../draw/histogram.tsx';
import { formatMs, grouped } from '../draw/units.ts';
import { Part } from '../shell/parts.tsx';
import type { Returns } from './clients.ts';
import { CLIENTS, clientReturns, inBins, JITTERS, largestCrowd } from './clients.ts';

interface ClientsProps {
  readonly retries: number;
  readonly base: number;
  readonly seed: number;
}

/** ms; a crowd is what comes within so long. */
const WIDTH = 10;
const BARS = 70;

/** When a thousand clients that failed together come back, a picture for each kind of jitter. */
export function Clients({ retries, base, seed }: ClientsProps): VNode {
  const [returns, setReturns] = useState<readonly Returns[]>([]);
  useEffect(() => {
    let over = false;
    const all = async (): Promise<void> => {
      for (const jitter of JITTERS) {
        const one = await clientReturns(jitter, retries, base, seed);
        if (over) return;
        setReturns((before) => [...before.filter((other) => other.jitter !== jitter), one]);
      }
    };
    all().catch(reportError);
    return () => {
      over = true;
    };
  }, [retries, base, seed]);

  // To the last of those that are not spread: base · (2^retries - 1). Decorrelated waits are drawn from a wider range.
  const to = Math.max(base, base * (2 ** retries - 1)) * 1.1;
  return (
    <Part title={`${grouped(CLIENTS)} clients, by jitter`}>
      <p class="figure__aside">
        All of them saw the same failure at 0 ms, and every call fails. The bars show how many come back when; their
        heights go by square roots.
      </p>
      <div class="histograms">
        {JITTERS.map((jitter) => {
          const times = returns.find((one) => one.jitter === jitter)?.times;
          const bins = inBins(times ?? [], to / BARS, to);
          const later = times?.filter((time) => time >= to).length ?? 0;
          const crowd = largestCrowd(times ?? [], WIDTH);
          const said = `${grouped(crowd)} at most within ${formatMs(WIDTH)}${later > 0 ? `; ${grouped(later)} come later than ${formatMs(to)}` : ''}`;
          return (
            <div key={jitter}>
              <h3>{jitter === 'none' ? 'no jitter' : `jitter: '${jitter}'`}</h3>
              <p data-jitter={jitter}>{times === undefined ? 'running' : said}</p>
              <Histogram name={`Comebacks with jitter ${jitter}: ${said}`} bins={bins} to={to} most={CLIENTS} />
            </div>
          );
        })}
      </div>
    </Part>
  );
}
