import type { Tx } from './database/index.ts';

/** What one module tells the others: a name, and the type of what it carries. */
export interface EventDefinition<Data> {
	type: string;
	/** Never set: carries the type of the data. */
	data?: Data;
}

/** Events of one server. A handler runs in the transaction that the event happens in: where it fails, the whole fails. */
export interface Events {
	on<Data>(event: EventDefinition<Data>, handler: (tx: Tx, data: Data) => Promise<void>): void;
	/** Runs the handlers one after the other, in the order in which they were added. */
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
