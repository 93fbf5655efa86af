import { Refusal } from '../protocol/refusal.ts';
import { addressGroup } from './address-group.ts';
import type { Limits } from './limits.ts';
import { rateOf } from './rate.ts';
import { tokenGate, type Asking, type Visit } from './token-gate.ts';

/**
 * Counts one request in the limits of its address and its token, until its response is delivered.
 */
export type Admission = {
  /** @throws Refusal when the address has reached its limit. */
  ofAddress: (address: string | undefined) => void;
  /**
   * Waits until the token may have another request in progress.
   * @throws Refusal when too many requests wait already.
   */
  ofToken: (tokenId: string, asking: Asking) => Promise<void>;
  answered: (bytes: number) => void;
  delivered: () => void;
};

/** Returns a function that begins an admission. All admissions of an instance share the same counts. */
export const admissions = ({ address: ofAddress, token: ofToken }: Limits): (() => Admission) => {
  const addressRate = rateOf(ofAddress.rate);
  const tokenRate = rateOf(ofToken.rate);
  const gate = tokenGate(ofToken);
  const active = new Map<string, number>();

  const enterAddress = (group: string): (() => void) => {
    const count = active.get(group) ?? 0;
    if (count >= ofAddress.atOnce) throw tooMany('at the same time from your address', 1);
    active.set(group, count + 1);
    return () => {
      const left = (active.get(group) ?? 1) - 1;
      if (left > 0) active.set(group, left);
      else active.delete(group);
    };
  };

  return () => {
    let leaveAddress: (() => void) | undefined;
    let visit: Visit | undefined;
    return {
      ofAddress: (address) => {
        // A request without an address did not come over the network, so it is not limited.
        if (address === undefined) return;
        const group = addressGroup(address);
        const seconds = addressRate.secondsToWait(group);
        if (seconds > 0) throw tooMany('from your address', seconds);
        leaveAddress = enterAddress(group);
      },
      ofToken: async (tokenId, asking) => {
        const seconds = tokenRate.secondsToWait(tokenId);
        if (seconds > 0) throw tooMany('with this API token', seconds);
        visit = await gate.enter(tokenId, asking);
        if (!visit) throw tooMany('at the same time with this API token', 1);
      },
      answered: (bytes) => visit?.answered(bytes),
      delivered: () => {
        leaveAddress?.();
        leaveAddress = undefined;
        visit?.leave();
      },
    };
  };
};

const tooMany = (what: string, seconds: number): Refusal =>
  new Refusal('rate_limited', `too many requests ${what}`, {
    headers: { 'retry-after': `${seconds}` },
  });
