import { generateRandomKey } from '../platform/random-key.ts';
import { createStoredValue } from '../platform/stored-value.ts';

interface DayKey {
	/** UTC date on which `key` is valid, such as '2026-06-15'. */
	day: string;
	key: string;
}

const storedDayKey = createStoredValue<DayKey>('day-key', parseDayKey);

/** Returns a random key that identifies this browser for one UTC day. */
export function getDailyVisitorKey(now = new Date()): string {
	const day = now.toISOString().slice(0, 10);
	const current = storedDayKey.get();
	if (current?.day === day) return current.key;
	const key = generateRandomKey();
	storedDayKey.set({ day, key });
	return key;
}

function parseDayKey(value: unknown): DayKey | null {
	if (typeof value !== 'object' || value === null) return null;
	const { day, key } = value as Partial<Record<keyof DayKey, unknown>>;
	return typeof day === 'string' && typeof key === 'string' && /^[\w-]{16,64}$/.test(key) ? { day, key } : null;
}
