import { type CallOptions, type Client, NetworkError } from '../../contract/client.ts';
import { limits } from '../../contract/limits.ts';
import * as pendingActionsText from '../../contract/text/pending-actions.ts';
import { useActor } from './actor.ts';
import { useApi } from './api.ts';
import type * as locks from './locks.ts';
import { withLock } from './locks.ts';
import type { PendingCallName } from './stored-schemas.ts';
import { createStoredValue, type StoredValue } from './stored-value.ts';

/** A call that the server has not answered. Without the session's token: that is added when it is sent. */
export interface PendingCall {
	/** Whose it is: another account on the same device sends its own only. */
	account: number;
	/** Of all calls with the same slot only the last one counts. */
	slot: string;
	/** Its operation, by today's name, or one that the app no longer knows. */
	name: string;
	input: unknown;
	/** Makes a repeat one effect: the answer to an earlier try may have been lost. */
	key: string;
	/** When it was made, milliseconds since 1970. */
	at: number;
	/** It is being sent for the first time, and nobody has to be told yet that it waits. */
	underWay?: boolean;
	/** Why the server does not take it at the moment. */
	reason?: string;
	/** Until when it is not sent for that reason, milliseconds since 1970. */
	until?: number;
	/** Why the server will never take it: it stays for its words, and is not sent by itself. */
	refused?: string;
}

/** Operations that have another name than the version before gave them. Their addresses are the server's matter. */
const renamedCalls: RenamedCalls = new Map();

/** Milliseconds after which a call is not sent by itself any more: the server may have forgotten its key. */
const maxAge = limits.idempotencyTtl - 86_400_000;

export function withCall(calls: readonly PendingCall[], call: PendingCall): PendingCall[] {
	return [...calls.filter((other) => !isSameSlot(other, call)), call];
}

function isSameSlot(a: Pick<PendingCall, 'account' | 'slot'>, b: Pick<PendingCall, 'account' | 'slot'>): boolean {
	return a.account === b.account && a.slot === b.slot;
}

/** Calls about the same thing are sent one after the other, in their order. */
export function getQueueKey({ name, input }: Pick<PendingCall, 'name' | 'input'>): string {
	return JSON.stringify((input as { params?: object }).params ?? name);
}

/** Why a call is not sent by itself; null where it is. */
export function getBlockedReason({ refused, at }: Pick<PendingCall, 'refused' | 'at'>, now: number): string | null {
	if (refused !== undefined) return refused;
	return now - at > maxAge ? pendingActionsText.expired : null;
}

/** What of an account is sent by itself, oldest first. */
export function callsToSend(calls: readonly PendingCall[] | null, account: number | undefined, now: number) {
	return (calls ?? []).filter((call) => call.account === account && getBlockedReason(call, now) === null);
}

/** What of an account is worth telling: what is on its way for the first time is no news. */
export function callsToShow(calls: readonly PendingCall[] | null, account: number | undefined, now: number) {
	return (calls ?? []).filter((call) => call.account === account && !(call.underWay && !getBlockedReason(call, now)));
}

/** A call of the client whose name is known only when it runs. */
export type AnyCall<Result> = (input?: unknown, options?: CallOptions) => Promise<Result>;

interface OutboxOptions {
	/** Without one every call counts. */
	slot?: string;
	key: string;
}

interface OutboxDeps {
	stored: StoredValue<PendingCall[]>;
	locks: Pick<typeof locks, 'withLock'>;
	/** Milliseconds since 1970. */
	now: () => number;
}

/** What a device still has to send, oldest first, and what was refused. */
export function createOutbox({ stored, locks, now }: OutboxDeps) {
	/** Keeps a call until the server has answered it. */
	function addCall(call: PendingCall) {
		stored.set(withCall(stored.get() ?? [], call));
	}

	/** The server has answered it. What has taken its place meanwhile stays. */
	function removeCall({ key }: Pick<PendingCall, 'key'>) {
		const left = (stored.get() ?? []).filter((call) => call.key !== key);
		if (left.length > 0) stored.set(left);
		else stored.remove();
	}

	/** Notes what has become of a call, in its place in the row; undefined takes a note away. */
	function changes(
		{ key }: Pick<PendingCall, 'key'>,
		note: { [Part in 'underWay' | 'reason' | 'until' | 'refused' | 'at']?: PendingCall[Part] | undefined },
	) {
		const calls = stored.get() ?? [];
		const updated = calls.map((call) => (call.key === key ? ({ ...call, ...note } as PendingCall) : call));
		if (JSON.stringify(updated) !== JSON.stringify(calls)) stored.set(updated);
	}

	/**
	 * Makes a call that must arrive: kept on the device before it is sent, so that a closed tab loses nothing. Answers null where no answer
	 * came, and the call then waits until one does; also where an older one about the same thing waits. Rejects what the server refuses.
	 */
	async function sendOrQueue<Answer>(
		api: Client,
		actor: { id: number; token: string },
		name: PendingCallName,
		input: unknown,
		{ slot, key }: OutboxOptions,
	): Promise<Answer | null> {
		const account = actor.id;
		const call: PendingCall = { account, slot: slot ?? key, name, input, key, at: now(), underWay: true };
		const queueKey = getQueueKey(call);
		addCall(call);
		return locks.withLock(getLockName(queueKey), async () => {
			const first = callsToSend(stored.get(), account, call.at).find((other) => getQueueKey(other) === queueKey);
			try {
				// Gone where a later word has taken its place.
				if (first?.key === key) {
					const answer = await (api[name] as AnyCall<Answer>)(input, { idempotencyKey: key, token: actor.token });
					removeCall(call);
					return answer;
				}
			} catch (error) {
				if (!(error instanceof NetworkError)) {
					removeCall(call);
					throw error;
				}
			}
			changes(call, { underWay: undefined });
			return null;
		});
	}

	return { ...stored, keep: addCall, drop: removeCall, note: changes, sendOrKeep: sendOrQueue };
}

/** What this device still has to send. */
export const outbox = createOutbox({
	stored: createStoredValue('outbox', (value) => parseCalls(value, renamedCalls, Date.now())),
	locks: { withLock },
	now: () => Date.now(),
});

/** Makes calls that must arrive, as whoever acts. A visitor's is sent and not kept. */
export function useSendOrQueue() {
	const api = useApi();
	const actor = useActor();
	return <Answer>(name: PendingCallName, input: unknown, sent: OutboxOptions): Promise<Answer | null> =>
		actor
			? outbox.sendOrKeep(api, actor, name, input, sent)
			: (api[name] as AnyCall<Answer>)(input, { idempotencyKey: sent.key });
}

/** The name under which whatever sends takes its turn. */
export function getLockName(queueKey: string): string {
	return `outbox ${queueKey}`;
}

/** By their old name. */
type RenamedCalls = ReadonlyMap<
	string,
	{
		name: PendingCallName;
		/** No device holds the old name any more, milliseconds since 1970: 30 days after the release. */
		until: number;
	}
>;

/** Takes whatever stands in the storage, each call for itself. */
export function parseCalls(value: unknown, renamed: RenamedCalls, now: number): PendingCall[] | null {
	if (!Array.isArray(value)) return null;
	return value.flatMap((call: unknown) => {
		const { account, slot, name, key, at, input } = (call ?? {}) as Partial<Record<keyof PendingCall, unknown>>;
		const isComplete = [slot, name, key].every((text) => typeof text === 'string');
		if (typeof account !== 'number' || typeof at !== 'number' || !isComplete) return [];
		if (typeof input !== 'object' || input === null) return [];
		const renaming = renamed.get(name as string);
		return [{ ...(call as PendingCall), ...(renaming && now < renaming.until && { name: renaming.name }) }];
	});
}
