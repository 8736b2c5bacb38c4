import { type CallOptions, type Client, NetworkError } from '../../contract/client.ts';
import { limits } from '../../contract/limits.ts';
import * as pendingActionsText from '../../contract/text/pending-actions.ts';
import { useActor } from './actor.ts';
import { useApi } from './api.ts';
import type { WaitingCallName } from './stored-schemas.ts';
import { type StoredValue, storedValue } from './stored-value.ts';
import type * as turns from './turns.ts';
import { inTurn } from './turns.ts';

/** A call that the server has not answered. Without the session's token: that is added when it is sent. */
export interface WaitingCall {
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
const life = limits.idempotencyTtl - 86_400_000;

export function withCall(calls: readonly WaitingCall[], call: WaitingCall): WaitingCall[] {
	return [...calls.filter((other) => !isSame(other, call)), call];
}

function isSame(a: Pick<WaitingCall, 'account' | 'slot'>, b: Pick<WaitingCall, 'account' | 'slot'>): boolean {
	return a.account === b.account && a.slot === b.slot;
}

/** Calls about the same thing are sent one after the other, in their order. */
export function lineOf({ name, input }: Pick<WaitingCall, 'name' | 'input'>): string {
	return JSON.stringify((input as { params?: object }).params ?? name);
}

/** Why a call is not sent by itself; null where it is. */
export function whyNotSent({ refused, at }: Pick<WaitingCall, 'refused' | 'at'>, now: number): string | null {
	if (refused !== undefined) return refused;
	return now - at > life ? pendingActionsText.expired : null;
}

/** What of an account is sent by itself, oldest first. */
export function callsToSend(calls: readonly WaitingCall[] | null, account: number | undefined, now: number) {
	return (calls ?? []).filter((call) => call.account === account && whyNotSent(call, now) === null);
}

/** What of an account is worth telling: what is on its way for the first time is no news. */
export function callsToTell(calls: readonly WaitingCall[] | null, account: number | undefined, now: number) {
	return (calls ?? []).filter((call) => call.account === account && !(call.underWay && !whyNotSent(call, now)));
}

/** A call of the client whose name is known only when it runs. */
export type AnyCall<Answer> = (input?: unknown, options?: CallOptions) => Promise<Answer>;

interface Sent {
	/** Without one every call counts. */
	slot?: string;
	key: string;
}

interface OutboxDeps {
	stored: StoredValue<WaitingCall[]>;
	locks: Pick<typeof turns, 'inTurn'>;
	/** Milliseconds since 1970. */
	now: () => number;
}

/** What a device still has to send, oldest first, and what was refused. */
export function createOutbox({ stored, locks, now }: OutboxDeps) {
	/** Keeps a call until the server has answered it. */
	function keep(call: WaitingCall) {
		stored.set(withCall(stored.get() ?? [], call));
	}

	/** The server has answered it. What has taken its place meanwhile stays. */
	function drop({ key }: Pick<WaitingCall, 'key'>) {
		const left = (stored.get() ?? []).filter((call) => call.key !== key);
		if (left.length > 0) stored.set(left);
		else stored.remove();
	}

	/** Notes what has become of a call, in its place in the row; undefined takes a note away. */
	function note(
		{ key }: Pick<WaitingCall, 'key'>,
		note: { [Part in 'underWay' | 'reason' | 'until' | 'refused' | 'at']?: WaitingCall[Part] | undefined },
	) {
		const calls = stored.get() ?? [];
		const noted = calls.map((call) => (call.key === key ? ({ ...call, ...note } as WaitingCall) : call));
		if (JSON.stringify(noted) !== JSON.stringify(calls)) stored.set(noted);
	}

	/**
	 * Makes a call that must arrive: kept on the device before it is sent, so that a closed tab loses nothing. Answers null where no answer
	 * came, and the call then waits until one does; also where an older one about the same thing waits. Rejects what the server refuses.
	 */
	async function sendOrKeep<Answer>(
		api: Client,
		actor: { id: number; token: string },
		name: WaitingCallName,
		input: unknown,
		{ slot, key }: Sent,
	): Promise<Answer | null> {
		const account = actor.id;
		const call: WaitingCall = { account, slot: slot ?? key, name, input, key, at: now(), underWay: true };
		const line = lineOf(call);
		keep(call);
		return locks.inTurn(turnOf(line), async () => {
			const first = callsToSend(stored.get(), account, call.at).find((other) => lineOf(other) === line);
			try {
				// Gone where a later word has taken its place.
				if (first?.key === key) {
					const answer = await (api[name] as AnyCall<Answer>)(input, { idempotencyKey: key, token: actor.token });
					drop(call);
					return answer;
				}
			} catch (error) {
				if (!(error instanceof NetworkError)) {
					drop(call);
					throw error;
				}
			}
			note(call, { underWay: undefined });
			return null;
		});
	}

	return { ...stored, keep, drop, note, sendOrKeep };
}

/** What this device still has to send. */
export const outbox = createOutbox({
	stored: storedValue('outbox', (value) => parseCalls(value, renamedCalls, Date.now())),
	locks: { inTurn },
	now: () => Date.now(),
});

/** Makes calls that must arrive, as whoever acts. A visitor's is sent and not kept. */
export function useSendOrKeep() {
	const api = useApi();
	const actor = useActor();
	return <Answer>(name: WaitingCallName, input: unknown, sent: Sent): Promise<Answer | null> =>
		actor
			? outbox.sendOrKeep(api, actor, name, input, sent)
			: (api[name] as AnyCall<Answer>)(input, { idempotencyKey: sent.key });
}

/** The name under which whatever sends takes its turn. */
export function turnOf(line: string): string {
	return `outbox ${line}`;
}

/** By their old name. */
type RenamedCalls = ReadonlyMap<
	string,
	{
		name: WaitingCallName;
		/** No device holds the old name any more, milliseconds since 1970: 30 days after the release. */
		until: number;
	}
>;

/** Takes whatever stands in the storage, each call for itself. */
export function parseCalls(value: unknown, renamed: RenamedCalls, now: number): WaitingCall[] | null {
	if (!Array.isArray(value)) return null;
	return value.flatMap((call: unknown) => {
		const { account, slot, name, key, at, input } = (call ?? {}) as Partial<Record<keyof WaitingCall, unknown>>;
		const said = [slot, name, key].every((text) => typeof text === 'string');
		if (typeof account !== 'number' || typeof at !== 'number' || !said) return [];
		if (typeof input !== 'object' || input === null) return [];
		const today = renamed.get(name as string);
		return [{ ...(call as WaitingCall), ...(today && now < today.until && { name: today.name }) }];
	});
}
