import type { EndpointName } from '../../contract/addresses.ts';
import { NetworkError } from '../../contract/client.ts';
import { useActor } from './actor.ts';
import { useApi } from './api.ts';
import { type StoredValue, storedValue } from './stored-value.ts';

/** A call that the server has not answered. Without the session's token: that is added when it is sent. */
export interface WaitingCall {
	/** Whose it is: another account on the same device sends its own only. */
	account: number;
	/** Of all calls with the same slot only the last one counts. */
	slot: string;
	name: EndpointName;
	input: unknown;
	/** Makes a repeat one effect: the answer to an earlier try may have been lost. */
	key: string;
}

/** What this device still has to send, oldest first. */
export const outbox: StoredValue<WaitingCall[]> = storedValue('outbox', parseCalls);

/** Keeps a call until the server has answered it. */
export function keepCall(call: WaitingCall) {
	outbox.set(withCall(outbox.get() ?? [], call));
}

/** The server has answered it. What has taken its place meanwhile stays. */
export function dropCall({ key }: Pick<WaitingCall, 'key'>) {
	leave((call) => call.key !== key);
}

/** For a log-out: the device may be somebody else's. */
export function forgetCalls(account: number) {
	leave((call) => call.account !== account);
}

function leave(stays: (call: WaitingCall) => boolean) {
	const left = (outbox.get() ?? []).filter(stays);
	if (left.length > 0) outbox.set(left);
	else outbox.remove();
}

export function withCall(calls: readonly WaitingCall[], call: WaitingCall): WaitingCall[] {
	return [...calls.filter((other) => !isSame(other, call)), call];
}

function isSame(a: Pick<WaitingCall, 'account' | 'slot'>, b: Pick<WaitingCall, 'account' | 'slot'>): boolean {
	return a.account === b.account && a.slot === b.slot;
}

interface Sent {
	/** Without one every call counts. */
	slot?: string;
	key: string;
	signal?: AbortSignal;
}

/**
 * Makes calls that must arrive: answers null where no answer came, and the call then waits on the device until one does.
 * A call also waits behind an older one of its slot, which would else arrive after it. Rejects what the server refuses.
 */
export function useSendOrKeep() {
	const api = useApi();
	const account = useActor()?.id;

	return async <Answer>(name: EndpointName, input: unknown, { slot, key, signal }: Sent): Promise<Answer | null> => {
		const send = api[name] as unknown as (input: unknown, options: object) => Promise<Answer>;
		const options = { idempotencyKey: key, ...(signal && { signal }) };
		if (account === undefined) return send(input, options);
		const call: WaitingCall = { account, slot: slot ?? key, name, input, key };
		try {
			if (!outbox.get()?.some((other) => isSame(other, call))) return await send(input, options);
		} catch (error) {
			if (!(error instanceof NetworkError)) throw error;
		}
		keepCall(call);
		return null;
	};
}

/** Takes whatever stands in the storage. */
export function parseCalls(value: unknown): WaitingCall[] | null {
	if (!Array.isArray(value)) return null;
	return value.filter((call: unknown): call is WaitingCall => {
		const { account, slot, name, key } = (call ?? {}) as Partial<Record<keyof WaitingCall, unknown>>;
		return typeof account === 'number' && [slot, name, key].every((text) => typeof text === 'string');
	});
}
