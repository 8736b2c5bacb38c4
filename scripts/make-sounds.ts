import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** One tone of a sound. `pitch` is in hertz, `start` and `length` are in seconds, `loudness` is 0 to 1. */
interface Tone {
	pitch: number;
	/** Pitch in hertz at the end of a glide. */
	to?: number;
	start: number;
	length: number;
	loudness: number;
}

const sounds: Record<string, Tone[]> = {
	login: [
		{ pitch: 523.25, start: 0, length: 0.2, loudness: 0.35 },
		{ pitch: 659.25, start: 0.09, length: 0.2, loudness: 0.35 },
		{ pitch: 783.99, start: 0.18, length: 0.36, loudness: 0.4 },
	],
	logout: [
		{ pitch: 659.25, start: 0, length: 0.2, loudness: 0.35 },
		{ pitch: 493.88, start: 0.11, length: 0.34, loudness: 0.35 },
	],
	pop: [{ pitch: 420, to: 980, start: 0, length: 0.1, loudness: 0.5 }],
	done: [
		{ pitch: 587.33, start: 0, length: 0.14, loudness: 0.35 },
		{ pitch: 880, start: 0.1, length: 0.14, loudness: 0.35 },
		{ pitch: 1174.66, start: 0.2, length: 0.42, loudness: 0.38 },
	],
};

const rate = 44_100;
const folder = fileURLToPath(new URL('../web/public/sounds/', import.meta.url));

function toSamples(tones: Tone[]): Int16Array {
	const seconds = Math.max(...tones.map((tone) => tone.start + tone.length)) + 0.03;
	const mixed = new Float64Array(Math.ceil(seconds * rate));
	for (const { pitch, to = pitch, start, length, loudness } of tones) {
		let phase = 0;
		for (let i = 0; i < length * rate; i++) {
			const progress = i / (length * rate);
			phase += (2 * Math.PI * (pitch + (to - pitch) * progress)) / rate;
			const swell = Math.min(1, i / (0.006 * rate)) * (1 - progress) ** 2;
			const index = Math.floor(start * rate) + i;
			mixed[index] = (mixed[index] ?? 0) + (Math.sin(phase) + 0.25 * Math.sin(2 * phase)) * swell * loudness;
		}
	}
	return Int16Array.from(mixed, (value) => Math.round(Math.max(-1, Math.min(1, value)) * 32_767));
}

mkdirSync(folder, { recursive: true });
for (const [name, tones] of Object.entries(sounds)) {
	const input = ['-f', 's16le', '-ar', String(rate), '-ac', '1', '-i', 'pipe:0'];
	const output = [
		'-map_metadata',
		'-1',
		'-write_xing',
		'0',
		'-id3v2_version',
		'0',
		'-c:a',
		'libmp3lame',
		'-b:a',
		'64k',
	];
	execFileSync('ffmpeg', ['-v', 'error', '-y', ...input, ...output, `${folder}${name}.mp3`], {
		input: Buffer.from(toSamples(tones).buffer),
	});
}
