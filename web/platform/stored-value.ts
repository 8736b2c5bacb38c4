import { useSyncExternalStore } from 'react';

/** Value in local storage that all tabs share. */
export interface StoredValue<T> {
	/** Returns the stored value. The result is the same object until the value changes. */
	get: () => T | null;
	/** Stores the value. If the browser blocks storage, the value stays in memory. */
	set: (value: T) => void;
	remove: () => void;
	subscribe: (listener: () => void) => () => void;
}

/** Creates a value in local storage. The storage is not read before the first `get`. `parse` returns null for an invalid value. */
export function createStoredValue<T>(key: string, parse: (value: unknown) => T | null): StoredValue<T> {
	const listeners = new Set<() => void>();
	let text: string | null = null;
	let value: T | null = null;
	let isStorageBlocked = false;

	function get(): T | null {
		const stored = isStorageBlocked ? text : read(key, text);
		if (stored !== text) {
			text = stored;
			value = decode(stored, parse);
		}
		return value;
	}

	function write(next: string | null) {
		try {
			if (next === null) localStorage.removeItem(key);
			else localStorage.setItem(key, next);
			isStorageBlocked = false;
		} catch {
			isStorageBlocked = true;
		}
		text = next;
		value = decode(next, parse);
		for (const listener of listeners) listener();
	}

	function subscribe(listener: () => void) {
		function onStorage(event: StorageEvent) {
			if (event.key === key || event.key === null) listener();
		}
		listeners.add(listener);
		window.addEventListener('storage', onStorage);
		return () => {
			listeners.delete(listener);
			window.removeEventListener('storage', onStorage);
		};
	}

	return { get, set: (next) => write(JSON.stringify(next)), remove: () => write(null), subscribe };
}

/** Returns the stored value; null on the server and during hydration. */
export function useStoredValue<T>(stored: StoredValue<T>): T | null {
	return useSyncExternalStore(stored.subscribe, stored.get, () => null);
}

function read(key: string, fallback: string | null): string | null {
	try {
		return localStorage.getItem(key);
	} catch {
		return fallback;
	}
}

function decode<T>(text: string | null, parse: (value: unknown) => T | null): T | null {
	if (text === null) return null;
	try {
		return parse(JSON.parse(text));
	} catch {
		return null;
	}
}
