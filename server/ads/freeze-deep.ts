/** Freezes an object with all that it contains. A frozen item of a list is serialized once; see `createSerializer`. */
export function freezeDeep<Value extends object>(value: Value): Value {
	for (const part of Object.values(value)) if (typeof part === 'object' && part !== null) freezeDeep(part);
	return Object.freeze(value);
}
