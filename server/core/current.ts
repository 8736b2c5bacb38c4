/** A value that may be replaced while the server runs. Read it each time it is needed: what `current` returns never changes. */
export interface Current<Value> {
	current(): Value;
}

/** A value for its one owner, who replaces it. */
export interface Replaceable<Value> extends Current<Value> {
	replace(next: Value): void;
}

export function createReplaceable<Value>(value: Value): Replaceable<Value> {
	let latest = value;
	return {
		current: () => latest,
		replace(next) {
			latest = next;
		},
	};
}
