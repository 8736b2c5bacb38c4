import {
	type DehydratedState,
	hydrate,
	type QueryClient,
	type QueryKey,
	type QueryMeta,
	type QueryState,
} from '@tanstack/react-query';

/** A query whose data the server's document carries. */
interface TransferredQuery {
	queryKey: QueryKey;
	queryHash: string;
	queryType?: 'infinite' | undefined;
	meta?: QueryMeta | undefined;
	data: unknown;
	dataUpdatedAt: number;
}

/**
 * JSON value in which each object is an array of a number and the object's values. The number is the index of the object's property names
 * in `Packed.names`. An array begins with -1. So the names of a list's items are written once.
 */
type PackedValue = string | number | boolean | null | PackedValue[];

interface Packed {
	names: string[][];
	value: PackedValue;
}

const elementId = 'queries';

/** Returns the HTML of a script element with the data of all loaded queries, for `restoreQueries`. Returns '' without any. */
export function renderQueries(queryClient: QueryClient): string {
	const queries = queryClient.getQueryCache().findAll({ predicate: ({ state }) => state.status === 'success' });
	if (queries.length === 0) return '';
	const transferred = queries.map(({ queryKey, queryHash, queryType, meta, state }): TransferredQuery => {
		const { data, dataUpdatedAt } = state;
		return { queryKey, queryHash, queryType, meta, data, dataUpdatedAt };
	});
	// Without any '<', the JSON cannot end its element.
	const json = JSON.stringify(pack(transferred)).replaceAll('<', '\\u003c');
	return `<script type="application/json" id="${elementId}">${json}</script>`;
}

/** Adds the queries in the server's document to the browser's cache. */
export function restoreQueries(queryClient: QueryClient): void {
	const json = document.getElementById(elementId)?.textContent;
	if (!json) return;
	const queries = unpack(JSON.parse(json) as Packed) as TransferredQuery[];
	const dehydrated = queries.map(({ data, dataUpdatedAt, ...query }) => ({
		...query,
		dehydratedAt: dataUpdatedAt,
		state: toState(data, dataUpdatedAt),
	}));
	hydrate(queryClient, { mutations: [], queries: dehydrated as DehydratedState['queries'] });
}

function toState(data: unknown, dataUpdatedAt: number): QueryState {
	return {
		data,
		dataUpdateCount: 1,
		dataUpdatedAt,
		error: null,
		errorUpdateCount: 0,
		errorUpdatedAt: 0,
		fetchFailureCount: 0,
		fetchFailureReason: null,
		fetchMeta: null,
		isInvalidated: false,
		status: 'success',
		fetchStatus: 'idle',
	};
}

/** Packs a JSON value. Properties that are undefined are omitted, as in JSON. */
export function pack(value: unknown): Packed {
	const names: string[][] = [];
	const indexes = new Map<string, number>();
	function packValue(value: unknown): PackedValue {
		if (typeof value !== 'object' || value === null) return (value ?? null) as PackedValue;
		if (Array.isArray(value)) return [-1, ...value.map(packValue)];
		const entries = Object.entries(value).filter(([, property]) => property !== undefined);
		const own = entries.map(([name]) => name);
		const key = JSON.stringify(own);
		let index = indexes.get(key);
		if (index === undefined) {
			index = names.push(own) - 1;
			indexes.set(key, index);
		}
		return [index, ...entries.map(([, property]) => packValue(property))];
	}
	const packed = packValue(value);
	return { names, value: packed };
}

/** Restores a value that `pack` has packed. */
export function unpack({ names, value }: Packed): unknown {
	function unpackValue(value: PackedValue): unknown {
		if (!Array.isArray(value)) return value;
		const [index, ...values] = value;
		if (index === -1) return values.map(unpackValue);
		const own = names[index as number] ?? [];
		return Object.fromEntries(own.map((name, at) => [name, unpackValue(values[at] ?? null)]));
	}
	return unpackValue(value);
}
