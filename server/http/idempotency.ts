import { endpointAddresses } from '../../contract/core/addresses.ts';
import { runStep } from '../core/operation.ts';
import type { Tx } from '../database/index.ts';
import type { IdempotencyStore } from './idempotency-store.ts';
import { countAccepted, type Limits } from './limit.ts';
import type { Policy } from './policy.ts';
import type { EndpointCall, Route } from './route.ts';

export type Call = EndpointCall<Route['endpoint'], Policy>;

/** Runs the handler of a route, in a step of its own in traces. */
export function runHandler({ endpoint, handle }: Route, call: Call, prepared?: unknown): Promise<unknown> {
	return runStep(
		() => ({ name: endpoint.name }),
		() => handle(call, prepared),
	);
}

/**
 * Creates the function that runs the calls of a route. Calls of an idempotent endpoint run in a transaction, in batches where the route has
 * them. A repeated call with the same key gets the first response and the header `idempotency-replayed`.
 */
export function createCallRunner(
	route: Route,
	{ idempotencyStore, ...limits }: Limits & { idempotencyStore: IdempotencyStore },
): (call: Call) => Promise<unknown> {
	const { endpoint } = route;
	const { rate, batch, prepare } = route.options;
	if (!endpoint.idempotent) return (call) => runHandler(route, call);

	async function runInTransaction(tx: Tx, call: Call, prepared?: unknown): Promise<unknown> {
		if (rate === 'enrollment') await countAccepted(tx, call, limits);
		return runHandler(route, { ...call, tx: tx as never }, prepared);
	}

	const runBatched =
		batch &&
		idempotencyStore.createBatch({
			toRow: batch.toRow,
			together: batch.handle,
			alone: (tx: Tx, call: Call) => runInTransaction(tx, call),
		});

	return async (call) => {
		const { 'idempotency-key': key } = call.request.headers;
		const idempotentCall = {
			accountId: call.actor?.accountId ?? 0,
			key: typeof key === 'string' ? key : null,
			endpoint: `${endpointAddresses[endpoint.name]} ${JSON.stringify(call.params ?? {})}`,
			body: call.body,
		};
		const prepared = prepare && (await prepare(call as never));
		const { body, replayed } = await (runBatched
			? runBatched(idempotentCall, call)
			: idempotencyStore.runOnce(idempotentCall, (tx) => runInTransaction(tx, call, prepared)));
		if (replayed) call.reply.header('idempotency-replayed', 'true');
		return body;
	};
}
