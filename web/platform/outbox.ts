import { type CallOptions, type Client, NetworkError } from '../../contract/core/client.ts';
import * as limits from '../../contract/core/limits.ts';
import * as pendingActionsText from '../../text/web/pending-actions.ts';
import { useActor } from './actor.ts';
import { useApi } from './api.ts';
import type * as locks from './locks.ts';
import { withLock } from './locks.ts';
import type { PendingCallName } from './stored-schemas.ts';
import { createStoredValue, type StoredValue } from './stored-value.ts';

/** API call that waits for a response. The session token is not stored: it is added when the call is sent. */
export interface PendingCall {
	/** Id of the account that made the call. Other accounts on the device never send the call. */
	account: number;
	/** Name of what the call changes. A newer call with the same slot replaces this call. */
	slot: string;
	/** Operation name of the call. A call stored by another version of the app may have a name that this version does not know. */
	name: string;
	input: unknown;
	/** Idempotency key of the call. An earlier try may have succeeded although its response was lost. */
	key: string;
	/** Time of the call, or of the user's retry of a blocked call, in milliseconds since 1970. */
	at: number;
	/** True while the first attempt is running. The call is not shown as pending during that time. */
	underWay?: boolean;
	/** Reason for which the server defers the call. */
	reason?: string;
	/** Earliest next try of a deferred call, in milliseconds since 1970. */
	until?: number;
	/** Reason for which the server or the app rejected the call for good. The call stays stored, so that its content is not lost. */
	refused?: string;
}

/** Operations that were renamed since the previous version. The server itself handles old paths. */
const renamedCalls: RenamedCalls = new Map();

/** Milliseconds after which a call is no longer sent automatically, because the server may have deleted the call's idempotency key. */
const maxAge = limits.idempotencyTtl - 86_400_000;

export function addOrReplaceCall(calls: readonly PendingCall[], call: PendingCall): PendingCall[] {
	return [...calls.filter((other) => !isSameSlot(other, call)), call];
}

function isSameSlot(a: Pick<PendingCall, 'account' | 'slot'>, b: Pick<PendingCall, 'account' | 'slot'>): boolean {
	return a.account === b.account && a.slot === b.slot;
}

/** Returns the queue of a call: calls with equal path parameters share one; calls without parameters share one per operation. */
export function getQueueKey({ name, input }: Pick<PendingCall, 'name' | 'input'>): string {
	return JSON.stringify((input as { params?: object }).params ?? name);
}

/** Returns the reason for which a call is not sent automatically; null if it is sent. */
export function getBlockedReason({ refused, at }: Pick<PendingCall, 'refused' | 'at'>, now: number): string | null {
	if (refused !== undefined) return refused;
	return now - at > maxAge ? pendingActionsText.expired : null;
}

/** Returns an account's calls to send automatically, oldest first. */
export function listCallsToSend(calls: readonly PendingCall[] | null, account: number | undefined, now: number) {
	return (calls ?? []).filter((call) => call.account === account && getBlockedReason(call, now) === null);
}

/** Returns an account's calls to show as pending: all calls except those whose first attempt is running. */
export function listCallsToShow(calls: readonly PendingCall[] | null, account: number | undefined, now: number) {
	return (calls ?? []).filter((call) => call.account === account && !(call.underWay && !getBlockedReason(call, now)));
}

/** Call of the API client whose operation is known only at run time. */
export type UntypedClientCall<Result> = (input?: unknown, options?: CallOptions) => Promise<Result>;

interface OutboxOptions {
	/** Calls with the same slot replace each other. Default: `key`. */
	slot?: string;
	key: string;
}

interface OutboxDeps {
	stored: StoredValue<PendingCall[]>;
	locks: Pick<typeof locks, 'withLock'>;
	/** Returns the current time in milliseconds since 1970. */
	now: () => number;
}

/** Creates the store of pending and rejected calls, oldest first. */
export function createOutbox({ stored, locks, now }: OutboxDeps) {
	function addCall(call: PendingCall) {
		stored.set(addOrReplaceCall(stored.get() ?? [], call));
	}

	/** Removes the call with that key. A newer call with the same slot stays. */
	function removeCall({ key }: Pick<PendingCall, 'key'>) {
		const left = (stored.get() ?? []).filter((call) => call.key !== key);
		if (left.length > 0) stored.set(left);
		else stored.remove();
	}

	/** Updates fields of a stored call in place. The value undefined removes a field. */
	function updateCall(
		{ key }: Pick<PendingCall, 'key'>,
		changes: { [Part in 'underWay' | 'reason' | 'until' | 'refused' | 'at']?: PendingCall[Part] | undefined },
	) {
		const calls = stored.get() ?? [];
		const updated = calls.map((call) => (call.key === key ? ({ ...call, ...changes } as PendingCall) : call));
		if (JSON.stringify(updated) !== JSON.stringify(calls)) stored.set(updated);
	}

	/**
	 * Stores a call, then sends it, so that a closed tab loses nothing. Resolves to null if no response came or an older call in the queue
	 * is pending. The call then stays queued. Rejects with the server's error.
	 */
	async function sendOrQueue<Result>(
		api: Client,
		actor: { id: number; token: string },
		name: PendingCallName,
		input: unknown,
		{ slot, key }: OutboxOptions,
	): Promise<Result | null> {
		const account = actor.id;
		const call: PendingCall = { account, slot: slot ?? key, name, input, key, at: now(), underWay: true };
		const queueKey = getQueueKey(call);
		addCall(call);
		return locks.withLock(getQueueLockName(queueKey), async () => {
			const first = listCallsToSend(stored.get(), account, call.at).find((other) => getQueueKey(other) === queueKey);
			try {
				// A newer call with the same slot may have replaced this call in the meantime.
				if (first?.key === key) {
					const result = await (api[name] as UntypedClientCall<Result>)(input, {
						idempotencyKey: key,
						token: actor.token,
						// A tap may open another app before the request is sent.
						keepalive: true,
					});
					removeCall(call);
					return result;
				}
			} catch (error) {
				if (!(error instanceof NetworkError)) {
					removeCall(call);
					throw error;
				}
			}
			updateCall(call, { underWay: undefined });
			return null;
		});
	}

	return { ...stored, addCall, removeCall, updateCall, sendOrQueue };
}

export const outbox = createOutbox({
	stored: createStoredValue('outbox', (value) => parseCalls(value, renamedCalls, Date.now())),
	locks: { withLock },
	now: () => Date.now(),
});

/** Returns a function that sends a call as the acting account, or queues it. A visitor's call is sent without being stored. */
export function useSendOrQueue() {
	const api = useApi();
	const actor = useActor();
	return <Result>(name: PendingCallName, input: unknown, options: OutboxOptions): Promise<Result | null> =>
		actor
			? outbox.sendOrQueue(api, actor, name, input, options)
			: (api[name] as UntypedClientCall<Result>)(input, { idempotencyKey: options.key });
}

export function getQueueLockName(queueKey: string): string {
	return `outbox ${queueKey}`;
}

type RenamedCalls = ReadonlyMap<
	string,
	{
		name: PendingCallName;
		/** Time in milliseconds since 1970, 30 days after the release. From then on no device stores the old name. */
		until: number;
	}
>;

/** Parses stored calls and drops invalid ones. Null if the value is not an array. */
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
