import { randomKey } from '../platform/random-key.ts';
import { storedValue } from '../platform/stored-value.ts';

interface DayKey {
	/** UTC, such as '2026-06-15'. */
	day: string;
	key: string;
}

const stored = storedValue<DayKey>('day-key', parse);

/** A random word that this browser is known by for a day, and by another one tomorrow. */
export function dayKey(now = new Date()): string {
	const day = now.toISOString().slice(0, 10);
	const kept = stored.get();
	if (kept?.day === day) return kept.key;
	const key = randomKey();
	stored.set({ day, key });
	return key;
}

function parse(value: unknown): DayKey | null {
	if (typeof value !== 'object' || value === null) return null;
	const { day, key } = value as Partial<Record<keyof DayKey, unknown>>;
	return typeof day === 'string' && typeof key === 'string' && /^[\w-]{16,64}$/.test(key) ? { day, key } : null;
}
