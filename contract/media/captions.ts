import { z } from 'zod';
import * as captionsText from '../../text/shared/captions.ts';
import * as validationText from '../../text/shared/validation.ts';
import { cleanText } from '../core/clean-text.ts';
import { isStorable } from '../core/fields.ts';
import * as mediaLimits from './limits.ts';

/** One caption of a video. Times are in milliseconds. */
export interface Caption {
	start: number;
	end: number;
	text: string;
}

/** Error of a caption file for its author. It names the line, counted from 1, if one line is wrong. */
export type ParsedCaptions = { captions: Caption[]; error?: undefined } | { captions?: undefined; error: string };

/** Line of a caption file, with its number counted from 1. */
type Line = readonly [number: number, text: string];

const timing = /^(\S+)[ \t]*-->[ \t]*(\S+)(?:[ \t].*)?$/;
/** Time in WebVTT, or in SRT, which writes a comma. Hours are optional. */
const time = /^(?:(\d{1,2}):)?([0-5]?\d):([0-5]\d)[.,](\d{3})$/;
/** First line of a block that is a comment, a style or a region. */
const ignoredBlock = /^(?:NOTE|STYLE|REGION)(?:[ \t]|$)/;
/** Tags of WebVTT, and those that SRT files have. */
const tags = /<\/?(?:c|i|b|u|v|ruby|rt|lang|font)(?:[\s.][^<>]*)?>|<[\d:.]+>/gi;
const escapes: Record<string, string> = {
	'&amp;': '&',
	'&lt;': '<',
	'&gt;': '>',
	'&nbsp;': ' ',
	'&lrm;': '',
	'&rlm;': '',
};

/**
 * Parses a caption file in WebVTT or SRT. Keeps times and plain text, and drops markup, positions, styles and comments. The captions must
 * be in the order of their start.
 */
export function parseCaptions(file: string): ParsedCaptions {
	const lines = cleanText(file).split('\n');
	const hasHeader = /^WEBVTT(?:[ \t]|$)/.test(lines[0] ?? '');
	const blocks = splitIntoBlocks(lines);
	const [header] = blocks;
	if (hasHeader && header?.some(isTiming)) return { error: captionsText.lineMissing(header.find(isTiming)?.[0] ?? 1) };
	const captions: Caption[] = [];
	for (const block of hasHeader ? blocks.slice(1) : blocks) {
		const parsed = parseBlock(block, captions.at(-1)?.start ?? 0);
		if (parsed === null) continue;
		if (typeof parsed === 'string') {
			const isOtherFile = !hasHeader && block === header && !block.some(isTiming);
			return { error: isOtherFile ? captionsText.notCaptions : parsed };
		}
		captions.push(parsed);
		if (captions.length > mediaLimits.captions.count)
			return { error: captionsText.tooMany(mediaLimits.captions.count) };
	}
	return captions.length > 0 ? { captions } : { error: captionsText.empty };
}

/** Writes captions as a WebVTT file. */
export function formatCaptions(captions: readonly Caption[]): string {
	const blocks = captions.map(({ start, end, text }) => {
		const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
		return `${formatTime(start)} --> ${formatTime(end)}\n${escaped}`;
	});
	return `${['WEBVTT', ...blocks].join('\n\n')}\n`;
}

/** Returns the captions of the part of a video from `start` to `end`, in milliseconds, with times from the start of that part. */
export function cutCaptions(captions: readonly Caption[], { start, end }: { start: number; end: number }): Caption[] {
	return captions
		.filter((caption) => caption.end > start && caption.start < end)
		.map((caption) => ({
			...caption,
			start: Math.max(caption.start, start) - start,
			end: Math.min(caption.end, end) - start,
		}));
}

/** A caption file in WebVTT or SRT. The result is the same captions as a WebVTT file without markup, styles and comments. */
export const captionsSchema = z
	.string()
	.max(mediaLimits.captions.max, captionsText.tooLong(mediaLimits.captions.max))
	.refine(isStorable, validationText.textNotStorable)
	.transform((file, context) => {
		const { captions, error } = parseCaptions(file);
		const formatted = captions ? formatCaptions(captions) : '';
		const message =
			formatted.length > mediaLimits.captions.max ? captionsText.tooLong(mediaLimits.captions.max) : error;
		if (message === undefined) return formatted;
		context.addIssue({ code: 'custom', message });
		return z.NEVER;
	});

function splitIntoBlocks(lines: readonly string[]): Line[][] {
	const blocks: Line[][] = [];
	let block: Line[] = [];
	for (const [index, text] of lines.entries()) {
		if (text.trim() !== '') block.push([index + 1, text]);
		else if (block.length > 0) {
			blocks.push(block);
			block = [];
		}
	}
	if (block.length > 0) blocks.push(block);
	return blocks;
}

/** Parses a block of lines. Returns null for a block without a caption, and an error as text. `earliest` is the start of the caption above. */
function parseBlock(block: readonly Line[], earliest: number): Caption | string | null {
	const [first, second] = block;
	if (!first || (ignoredBlock.test(first[1]) && !isTiming(first))) return null;
	// A line above the time is the name of the caption.
	const timed = !isTiming(first) && second && isTiming(second) ? second : first;
	const [number, line] = timed;
	const [, from = '', to = ''] = timing.exec(line.trim()) ?? [];
	const [start, end] = [parseTime(from), parseTime(to)];
	if (start === null || end === null) return captionsText.timeInvalid(number);
	if (end <= start) return captionsText.endsTooEarly(number);
	if (start < earliest) return captionsText.outOfOrder(number);
	const words = block.slice(block.indexOf(timed) + 1);
	const joined = words.find(isTiming);
	if (joined) return captionsText.lineMissing(joined[0]);
	const text = words
		.map(([, words]) => toPlainText(words))
		.filter((words) => words !== '')
		.join('\n');
	if (text === '') return null;
	if (text.length > mediaLimits.captions.caption)
		return captionsText.captionTooLong(number, mediaLimits.captions.caption);
	return { start, end, text };
}

function isTiming([, text]: Line): boolean {
	return text.includes('-->');
}

function toPlainText(line: string): string {
	return line
		.replace(tags, '')
		.replace(/&\w+;/g, (written) => escapes[written] ?? written)
		.trim();
}

function parseTime(text: string): number | null {
	const parts = time.exec(text)?.slice(1);
	if (!parts) return null;
	const [hours = 0, minutes = 0, seconds = 0, milliseconds = 0] = parts.map((part) => Number(part ?? 0));
	return ((hours * 60 + minutes) * 60 + seconds) * 1000 + milliseconds;
}

function formatTime(milliseconds: number): string {
	const pad = (value: number, digits: number) => String(Math.floor(value)).padStart(digits, '0');
	const seconds = milliseconds / 1000;
	return `${pad(seconds / 3600, 2)}:${pad((seconds / 60) % 60, 2)}:${pad(seconds % 60, 2)}.${pad(milliseconds % 1000, 3)}`;
}
