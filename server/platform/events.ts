import type { Tx } from './database/index.ts';

export interface EventDefinition<Data> {
	type: string;
	/** Type-level only; never set. */
	data?: Data;
}

/** Event bus of one server. A handler runs in the transaction that emits the event; if it throws, the transaction rolls back. */
export interface Events {
	on<Data>(event: EventDefinition<Data>, handler: (tx: Tx, data: Data) => Promise<void>): void;
	/** Runs the handlers one after another, in order of registration. */
	emit<Data>(tx: Tx, event: EventDefinition<Data>, data: NoInfer<Data>): Promise<void>;
}

export function defineEvent<Data>(type: string): EventDefinition<Data> {
	return { type };
}

export function createEvents(): Events {
	const handlers = new Map<string, ((tx: Tx, data: never) => Promise<void>)[]>();
	return {
		on({ type }, handler) {
			handlers.set(type, [...(handlers.get(type) ?? []), handler]);
		},
		async emit(tx, { type }, data) {
			for (const handler of handlers.get(type) ?? []) await handler(tx, data as never);
		},
	};
}
