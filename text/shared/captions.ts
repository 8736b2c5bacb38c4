// Sentences about the captions of a video, and why a caption file is not taken.
import { formatInteger } from '../../contract/core/format-integer.ts';
import { plural } from '../../contract/core/plural.ts';

export const captions = 'Captions';
export const label = 'Captions for your video';
export const choose = 'Choose a caption file';
export const chooseHint = (kilobytes: number) => `.vtt or .srt, up to ${kilobytes} KB`;
export const replace = 'Replace captions';
export const remove = 'Remove captions';
export const removed = 'Captions removed';
export const summary = (count: number, from: string, to: string) =>
	`${plural(count, { one: '# caption', other: '# captions' })}, ${from} to ${to}`;
export const hint = 'Many people watch without sound. Captions show them what you say.';
export const howTo = 'How to make a caption file';
export const howToSteps =
	'Download one from YouTube or CapCut, or write it yourself in a text app and save it with the ending .vtt. It looks like this:';
export const example = `WEBVTT

00:00.000 --> 00:03.000
Welcome to my shop!

00:03.000 --> 00:06.500
These shoes are NGN 15,000.`;
export const unreadable = "We can't open this file. Choose it again.";
export const notCaptions = 'This is not a caption file. Choose a .vtt or .srt file.';
export const empty = 'This file has no captions.';
export const tooLong = (characters: number) =>
	`This file is too long. Use up to ${formatInteger(characters)} characters.`;
export const tooMany = (count: number) => `Use up to ${formatInteger(count)} captions.`;
export const timeInvalid = (line: number) => `Line ${line}: write the time like 00:01.000 --> 00:04.000`;
export const lineMissing = (line: number) => `Line ${line}: leave an empty line above each time.`;
export const endsTooEarly = (line: number) => `Line ${line}: this caption must end after it starts.`;
export const outOfOrder = (line: number) => `Line ${line}: this caption starts before the one above it.`;
export const captionTooLong = (line: number, characters: number) =>
	`Line ${line}: use up to ${characters} characters for each caption.`;
