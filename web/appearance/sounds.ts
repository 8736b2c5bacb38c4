import { isDataSaverOn } from '../platform/data-saver.ts';
import { createStoredValue, useStoredValue } from '../platform/stored-value.ts';

export type Sound = 'login' | 'logout' | 'pop' | 'done';

const muted = createStoredValue('muted', (value) => (typeof value === 'boolean' ? value : null));
const audioElements = new Map<Sound, HTMLAudioElement>();

/** Plays a short sound, which loads on first use. Silent if sounds are muted, data saver is on or the browser blocks it. */
export function playSound(sound: Sound) {
	if (muted.get() || isDataSaverOn()) return;
	const audio = audioElements.get(sound) ?? new Audio(`/sounds/${sound}.mp3`);
	audioElements.set(sound, audio);
	audio.currentTime = 0;
	audio.play().catch(() => audioElements.delete(sound));
}

export function useMuted(): boolean {
	return useStoredValue(muted) ?? false;
}

export function toggleMuted() {
	muted.set(!muted.get());
}
