import { type CallOptions, type Client, NetworkError } from '../../contract/client.ts';
import { limits } from '../../contract/limits.ts';
import * as pendingActionsText from '../../contract/text/pending-actions.ts';
import { useActor } from './actor.ts';
import { useApi } from './api.ts';
import type * as locks from './locks.ts';
import { withLock } from './locks.ts';
import type { PendingCallName } from './stored-schemas.ts';
import { createStoredValue, type StoredValue } from './stored-value.ts';

/** A call that waits for a response. The session's token is added when it is sent. */
export interface PendingCall {
	/** Id of the account that made the call. Other accounts on the device never send it. */
	account: number;
	/** A newer call with the same slot replaces this one. */
	slot: string;
	/** Name of the operation, current or unknown to this version. */
	name: string;
	input: unknown;
	/** Idempotency key: an earlier try may have succeeded although its response was lost. */
	key: string;
	/** Time of the call in milliseconds since 1970. */
	at: number;
	/** The first attempt is running, so the call is not shown as pending yet. */
	underWay?: boolean;
	/** Why the server defers the call. */
	reason?: string;
	/** Earliest next try of a deferred call, in milliseconds since 1970. */
	until?: number;
	/** Why the server rejected the call for good. It is not sent again and stays so that its content is not lost. */
	refused?: string;
}

/** Operations renamed since the previous version. The server itself handles old paths. */
const renamedCalls: RenamedCalls = new Map();

/** Milliseconds after which a call is no longer sent automatically: the server may have forgotten its key. */
const maxAge = limits.idempotencyTtl - 86_400_000;

export function withPendingCall(calls: readonly PendingCall[], call: PendingCall): PendingCall[] {
	return [...calls.filter((other) => !isSameSlot(other, call)), call];
}

function isSameSlot(a: Pick<PendingCall, 'account' | 'slot'>, b: Pick<PendingCall, 'account' | 'slot'>): boolean {
	return a.account === b.account && a.slot === b.slot;
}

/** Key of a call's queue. Calls with the same path parameters share one; those without share one per operation. */
export function getQueueKey({ name, input }: Pick<PendingCall, 'name' | 'input'>): string {
	return JSON.stringify((input as { params?: object }).params ?? name);
}

/** Why a call is not sent automatically; null if it is. */
export function getBlockedReason({ refused, at }: Pick<PendingCall, 'refused' | 'at'>, now: number): string | null {
	if (refused !== undefined) return refused;
	return now - at > maxAge ? pendingActionsText.expired : null;
}

/** An account's calls to send automatically, oldest first. */
export function callsToSend(calls: readonly PendingCall[] | null, account: number | undefined, now: number) {
	return (calls ?? []).filter((call) => call.account === account && getBlockedReason(call, now) === null);
}

/** An account's calls to show as pending: all but a running first attempt. */
export function callsToShow(calls: readonly PendingCall[] | null, account: number | undefined, now: number) {
	return (calls ?? []).filter((call) => call.account === account && !(call.underWay && !getBlockedReason(call, now)));
}

/** A client call whose operation is known only at run time. */
export type UntypedClientCall<Result> = (input?: unknown, options?: CallOptions) => Promise<Result>;

interface OutboxOptions {
	/** Calls with the same slot replace each other. Default: the key. */
	slot?: string;
	key: string;
}

interface OutboxDeps {
	stored: StoredValue<PendingCall[]>;
	locks: Pick<typeof locks, 'withLock'>;
	/** Returns milliseconds since 1970. */
	now: () => number;
}

/** Stores pending and rejected calls, oldest first. */
export function createOutbox({ stored, locks, now }: OutboxDeps) {
	function addCall(call: PendingCall) {
		stored.set(withPendingCall(stored.get() ?? [], call));
	}

	/** Removes a call by its key: a newer call of the same slot stays. */
	function removeCall({ key }: Pick<PendingCall, 'key'>) {
		const left = (stored.get() ?? []).filter((call) => call.key !== key);
		if (left.length > 0) stored.set(left);
		else stored.remove();
	}

	/** Updates fields of a call in place; undefined removes a field. */
	function updateCall(
		{ key }: Pick<PendingCall, 'key'>,
		note: { [Part in 'underWay' | 'reason' | 'until' | 'refused' | 'at']?: PendingCall[Part] | undefined },
	) {
		const calls = stored.get() ?? [];
		const updated = calls.map((call) => (call.key === key ? ({ ...call, ...note } as PendingCall) : call));
		if (JSON.stringify(updated) !== JSON.stringify(calls)) stored.set(updated);
	}

	/**
	 * Sends a call that must arrive. It is stored first, so that a closed tab loses nothing. Resolves to null if no
	 * response came or an older call of the queue is pending: the call then stays queued. Rejects with the server's
	 * error.
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
		return locks.withLock(getLockName(queueKey), async () => {
			const first = callsToSend(stored.get(), account, call.at).find((other) => getQueueKey(other) === queueKey);
			try {
				// A newer call of the slot may have replaced this one.
				if (first?.key === key) {
					const result = await (api[name] as UntypedClientCall<Result>)(input, {
						idempotencyKey: key,
						token: actor.token,
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

	return { ...stored, keep: addCall, drop: removeCall, note: updateCall, sendOrKeep: sendOrQueue };
}

export const outbox = createOutbox({
	stored: createStoredValue('outbox', (value) => parseCalls(value, renamedCalls, Date.now())),
	locks: { withLock },
	now: () => Date.now(),
});

/** Sends calls that must arrive as the acting account. A visitor's call is sent without being stored. */
export function useSendOrQueue() {
	const api = useApi();
	const actor = useActor();
	return <Result>(name: PendingCallName, input: unknown, options: OutboxOptions): Promise<Result | null> =>
		actor
			? outbox.sendOrKeep(api, actor, name, input, options)
			: (api[name] as UntypedClientCall<Result>)(input, { idempotencyKey: options.key });
}

export function getLockName(queueKey: string): string {
	return `outbox ${queueKey}`;
}

type RenamedCalls = ReadonlyMap<
	string,
	{
		name: PendingCallName;
		/** Milliseconds since 1970: 30 days after the release, no device holds the old name any more. */
		until: number;
	}
>;

/** Parses stored calls one by one and drops invalid ones. Null if the value is no list. */
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
