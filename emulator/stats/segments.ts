import type { Segment } from './day-delivery.ts';

/** A segment as responses name it. */
interface NamedSegment extends Segment {
  readonly value: string;
}

// The sum of the shares is less than 1: some people are in no known segment.
const segments: Readonly<
  Record<string, readonly (readonly [name: string, value: string, part: number])[]>
> = {
  AGE: [
    ['13-17', 'AGE_13_TO_17', 0.04],
    ['18-24', 'AGE_18_TO_24', 0.22],
    ['25-34', 'AGE_25_TO_34', 0.31],
    ['35-49', 'AGE_35_TO_49', 0.24],
    ['50 and up', 'AGE_OVER_50', 0.13],
  ],
  GENDER: [
    ['Male', '1', 0.51],
    ['Female', '2', 0.42],
  ],
  PLATFORMS: [
    ['iOS', '0', 0.41],
    ['Android', '1', 0.37],
    ['Desktop and laptop computers', '4', 0.19],
  ],
  METROS: [
    ['New York', '501', 0.11],
    ['Los Angeles', '803', 0.09],
    ['Chicago', '602', 0.06],
    ['San Francisco-Oakland-San Jose', '807', 0.05],
    ['Seattle-Tacoma', '819', 0.03],
  ],
  CONVERSION_TAGS: [
    ['Site visit', 'o8z6c', 0.6],
    ['Purchase', 'o8z6d', 0.25],
  ],
};

/** The segments of a type. */
export const segmentsOf = (type: string): readonly NamedSegment[] =>
  (segments[type] ?? []).map(([name, value, share]) => ({ name, value, share }));
