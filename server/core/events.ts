import type { Tx } from '../database/index.ts';

export interface EventDefinition<Data> {
	type: string;
	/** Carries the type of the event's data for the compiler. It is never set. */
	data?: Data;
}

/** Event bus of one server. A handler runs in the transaction that emits the event; if it throws, the transaction rolls back. */
export interface EventBus {
	on<Data>(event: EventDefinition<Data>, handler: (tx: Tx, data: Data) => Promise<void>): void;
	/** Runs the handlers of an event one after another, in the order of their registration. */
	emit<Data>(tx: Tx, event: EventDefinition<Data>, data: NoInfer<Data>): Promise<void>;
}

export function defineEvent<Data>(type: string): EventDefinition<Data> {
	return { type };
}

export function createEventBus(): EventBus {
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
