import { useState } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { type Locator, page, userEvent } from 'vitest/browser';
import * as mediaLimits from '../../../contract/media/limits.ts';
import type { VideoEdit } from '../../../contract/media/video-edit.ts';
import * as commonText from '../../../text/shared/common.ts';
import * as validationText from '../../../text/shared/validation.ts';
import * as controlsText from '../../../text/web/controls.ts';
import * as videoEditorText from '../../../text/web/video-editor.ts';
import { findViolations } from '../../testing/accessibility.ts';
import { makeClip } from '../../testing/make-video.ts';
import { render } from '../../testing/render.tsx';
import { Button } from '../../ui/button.tsx';
import { EditVideoDialog } from './edit-video-dialog.tsx';

const [red, green, blue] = [['#f00'], ['#0f0'], ['#00f']];
/** Six seconds: two red, two green, two blue. */
const clip = await makeClip([red, red, green, green, blue, blue], { width: 90, height: 160 });
const unreadable = new File(['RIFF....AVI LIST'], 'old.avi', { type: 'video/x-msvideo' });

const start = page.getByRole('slider', { name: videoEditorText.trimStart });
const end = page.getByRole('slider', { name: videoEditorText.trimEnd });
const cover = page.getByRole('slider', { name: videoEditorText.cover });
const coverPreview = page.getByRole('img', { name: videoEditorText.coverPreview });
const text = page.getByLabelText(videoEditorText.text, { exact: false });
const removeSound = page.getByRole('switch', { name: videoEditorText.removeSound });
const button = (name: string) => page.getByRole('button', { name });
const done = button(videoEditorText.done);
const dialog = page.getByRole('dialog', { name: videoEditorText.heading });
const question = page.getByRole('dialog', { name: videoEditorText.discardQuestion });

const getVideo = () => page.getByLabelText(videoEditorText.clip).element() as HTMLVideoElement;
const onDone = vi.fn<(edit: VideoEdit) => void>();
const onCancel = vi.fn();

beforeEach(() => page.viewport(360, 740));

/** Opens the editor, also again with its result. */
function Example({ file, edit: initial }: { file: File; edit: VideoEdit }) {
	const [edit, setEdit] = useState(initial);
	const [isOpen, setOpen] = useState(true);
	if (!isOpen) return <Button onClick={() => setOpen(true)}>{videoEditorText.editVideo}</Button>;
	return (
		<EditVideoDialog
			file={file}
			edit={edit}
			onDone={(next) => {
				onDone(next);
				setEdit(next);
				setOpen(false);
			}}
			onCancel={() => {
				onCancel();
				setOpen(false);
			}}
		/>
	);
}

async function open(file: File, edit: VideoEdit = {}) {
	const rendered = await render(<Example file={file} edit={edit} />, { url: '/?kind=video' });
	await expect.element(done).toBeVisible();
	return rendered;
}

async function openClip(edit?: VideoEdit) {
	const rendered = await open(clip, edit);
	await expect.element(start).toBeVisible();
	return rendered;
}

async function openAgain() {
	await button(videoEditorText.editVideo).click();
	await expect.element(start).toBeVisible();
}

async function press(slider: Locator, keys: string) {
	(slider.element() as HTMLElement).focus();
	await userEvent.keyboard(keys);
}

async function expectDone(edit: VideoEdit) {
	await done.click();
	await expect.poll(() => onDone.mock.lastCall).toEqual([edit]);
	await expect.element(dialog).not.toBeInTheDocument();
}

/** Returns which of red, green and blue dominates the middle of a canvas. */
function readColour(canvas: Element): string | undefined {
	const { width, height } = canvas as HTMLCanvasElement;
	const context = (canvas as HTMLCanvasElement).getContext('2d');
	const pixel = [...(context?.getImageData(width / 2, height * 0.8, 1, 1).data.subarray(0, 3) ?? [])];
	return ['red', 'green', 'blue'][pixel.indexOf(Math.max(...pixel))];
}

test('trims with the keyboard by tenths and seconds, and shows the frame at the handle', async () => {
	await openClip();
	await expect.element(start).toHaveAttribute('aria-valuetext', '0:00.0');
	await press(start, '{ArrowRight}{ArrowUp}{ArrowLeft}{PageUp}{PageUp}');
	await expect.element(start).toHaveAttribute('aria-valuetext', '0:02.1');
	await expect.element(start).toHaveValue('21');
	await expect.poll(() => getVideo().currentTime).toBe(2.1);
	await press(end, '{PageDown}{ArrowDown}');
	await expect.element(end).toHaveAttribute('aria-valuetext', '0:04.9');
	await expect.element(page.getByText(videoEditorText.trimRange('0:02.1', '0:04.9', '2.8'))).toBeVisible();
	expect(await findViolations()).toEqual([]);
	await expectDone({ start_ms: 2100, end_ms: 4900 });
});

test('keeps at least a second', async () => {
	await openClip();
	await press(start, '{End}{ArrowRight}');
	await expect.element(start).toHaveAttribute('aria-valuetext', '0:05.0');
	await expect.element(start).toHaveAttribute('max', '50');
	await press(start, '{Home}');
	await press(end, '{Home}{PageDown}');
	await expect.element(end).toHaveAttribute('aria-valuetext', '0:01.0');
	await expect.element(end).toHaveAttribute('min', '10');
	await expectDone({ end_ms: 1000 });
});

/** Dispatches pointer events to a handle, from its middle to a distance in pixels. */
function drag(handle: Locator, distance: number, event: PointerEventInit) {
	const target = handle.element().parentElement as HTMLElement;
	const { left, width } = target.getBoundingClientRect();
	vi.spyOn(target, 'setPointerCapture').mockReturnValue();
	const clientX = left + width / 2;
	const moves = { pointerdown: clientX, pointermove: clientX + distance, pointerup: clientX + distance };
	for (const [type, x] of Object.entries(moves))
		target.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, clientX: x, ...event }));
}

test('trims with the pointer', async () => {
	await openClip();
	const handle = start.element().parentElement as HTMLElement;
	const strip = handle.parentElement as HTMLElement;
	const { width, height } = strip.getBoundingClientRect();
	await userEvent.dragAndDrop(handle, strip, {
		sourcePosition: { x: 36, y: height / 2 },
		// The handle was taken eight pixels beside the start.
		targetPosition: { x: width / 2 - 8, y: height / 2 },
	});
	await expect.poll(() => Number((start.element() as HTMLInputElement).value) / 10).toBeCloseTo(3, 0);
	await expect.element(start).toHaveFocus();
	await expect.element(end).toHaveValue('60');
});

test('ignores a second finger and other mouse buttons', async () => {
	await openClip();
	drag(start, 60, { isPrimary: false });
	drag(start, 60, { isPrimary: true, button: 2 });
	await expect.element(start).toHaveValue('0');
	drag(start, 60, { isPrimary: true });
	await expect.element(start).not.toHaveValue('0');
});

test('trims a clip whose length is no multiple of a step', async () => {
	const part = await makeClip([red, green, blue], { width: 90, height: 160 });
	await open(part);
	await expect.element(start).toBeVisible();
	const shown = getVideo();
	vi.spyOn(shown, 'duration', 'get').mockReturnValue(2.56);
	shown.dispatchEvent(new Event('loadedmetadata'));
	await press(end, '{Home}{End}');
	await expect.element(end).toHaveAttribute('aria-valuetext', '0:02.5');
	await expectDone({});
});

test('moves the handle that was used last by single steps', async () => {
	const { startEarlier, startLater, endEarlier, endLater, stepBack, stepForward } = videoEditorText;
	await openClip();
	await button(`${startLater} ${stepForward}`).click();
	await button(`${startLater} ${stepForward}`).click();
	await button(`${startEarlier} ${stepBack}`).click();
	await expect.element(page.getByText(videoEditorText.handleTime(videoEditorText.trimStart, '0:00.1'))).toBeVisible();
	drag(end, 0, { isPrimary: true });
	await button(`${endLater} ${stepForward}`).click();
	await button(`${endEarlier} ${stepBack}`).click();
	await expect.element(page.getByText(videoEditorText.handleTime(videoEditorText.trimEnd, '0:05.9'))).toBeVisible();
	await expect.poll(() => getVideo().currentTime).toBe(5.9);
	await press(start, '{Home}');
	await button(`${startEarlier} ${stepBack}`).click();
	expect(await findViolations()).toEqual([]);
	await expectDone({ end_ms: 5900 });
});

test('repeats the kept part', async () => {
	await openClip({ start_ms: 2000, end_ms: 3000 });
	await expect.poll(() => getVideo().currentTime).toBe(2);
	await button(videoEditorText.play).click();
	await expect.element(button(videoEditorText.pause)).toBeVisible();
	getVideo().currentTime = 5;
	await expect.poll(() => getVideo().currentTime).toBeLessThan(4);
	expect(getVideo().currentTime).toBeGreaterThan(1.9);
	await button(videoEditorText.pause).click();
	await expect.element(button(videoEditorText.play)).toBeVisible();
});

test('removes the sound', async () => {
	await openClip();
	expect(getVideo().muted).toBe(true);
	await button(videoEditorText.soundOn).click();
	expect(getVideo().muted).toBe(false);
	await removeSound.click();
	expect(getVideo().muted).toBe(true);
	await expect.element(button(videoEditorText.soundOff)).not.toBeInTheDocument();
	await expectDone({ muted: true });
});

test('shows the chosen cover, which stays in the kept part, and can give the choice back', async () => {
	await openClip();
	await expect.element(page.getByText(videoEditorText.coverByUs)).toBeVisible();
	await cover.fill('2500');
	await expect.element(page.getByText(videoEditorText.coverAt('0:02.5'))).toBeVisible();
	await expect.poll(() => readColour(coverPreview.element())).toBe('green');
	await cover.fill('5000');
	await expect.poll(() => readColour(coverPreview.element())).toBe('blue');
	await press(end, '{PageDown}{PageDown}');
	await expect.element(page.getByText(videoEditorText.coverAt('0:03.9'))).toBeVisible();
	await expectDone({ end_ms: 4000, poster_ms: 3900 });
	await openAgain();
	await button(videoEditorText.chooseForMe).click();
	await expect.element(page.getByText(videoEditorText.coverByUs)).toBeVisible();
	await expect.element(cover).toHaveFocus();
	await expectDone({ end_ms: 4000 });
});

test('draws the text over the clip', async () => {
	await openClip();
	const overlay = getVideo().nextElementSibling as HTMLCanvasElement;
	const countPixels = () => {
		const { data } = overlay.getContext('2d')?.getImageData(0, 0, overlay.width, overlay.height) ?? { data: [] };
		return data.filter((value, index) => index % 4 === 3 && value > 0).length;
	};
	expect(countPixels()).toBe(0);
	await text.fill(' NGN 5,000 only ');
	await expect.poll(countPixels).toBeGreaterThan(1000);
	await expect.element(page.getByText(controlsText.charactersLeft(mediaLimits.videoOverlay.max - 14))).toBeVisible();
	await expectDone({ overlay: 'NGN 5,000 only' });
});

test('rejects a text that is too long', async () => {
	await openClip();
	await text.fill('x'.repeat(mediaLimits.videoOverlay.max + 1));
	await done.click();
	await expect.element(page.getByText(validationText.atMostCharacters(mediaLimits.videoOverlay.max))).toBeVisible();
	await expect.element(text).toHaveFocus();
	expect(onDone).not.toHaveBeenCalled();
	await text.fill('   ');
	await expectDone({});
});

test('starts with the edit of before, and undoes all of it', async () => {
	const edit = { start_ms: 1000, end_ms: 5000, muted: true, overlay: 'Sale', poster_ms: 2000 };
	await openClip(edit);
	await expect.element(start).toHaveAttribute('aria-valuetext', '0:01.0');
	await expect.element(removeSound).toBeChecked();
	await expect.element(text).toHaveValue('Sale');
	await expectDone(edit);
	await openAgain();
	await button(videoEditorText.undoAll).click();
	await expect.element(end).toHaveAttribute('aria-valuetext', '0:06.0');
	await expectDone({});
});

const closings = [
	['Cancel', () => button(commonText.cancel).click()],
	['Close', () => button(commonText.close).click()],
	['Escape', () => userEvent.keyboard('{Escape}')],
	[
		'a tap beside it',
		() => userEvent.click(document.elementFromPoint(4, 4) ?? document.body, { position: { x: 4, y: 4 } }),
	],
	['the back button', ({ goBack }: Awaited<ReturnType<typeof open>>) => goBack()],
] as const;

test.for(closings)('closes an unchanged edit on %s, and stays on the page', async ([, close]) => {
	await page.viewport(1280, 800);
	const rendered = await openClip({ muted: true });
	await close(rendered);
	await expect.element(dialog).not.toBeInTheDocument();
	await expect.element(button(videoEditorText.editVideo)).toBeVisible();
	expect([onCancel.mock.calls.length, onDone.mock.calls.length, rendered.address()]).toEqual([1, 0, '/?kind=video']);
});

test.for(closings)('asks before it discards changes on %s', async ([, close]) => {
	await page.viewport(1280, 800);
	const rendered = await openClip();
	await removeSound.click();
	await close(rendered);
	await expect.element(question).toBeVisible();
	await button(videoEditorText.keepEditing).click();
	await expect.element(question).not.toBeInTheDocument();
	await expect.element(removeSound).toBeChecked();
	await close(rendered);
	await button(commonText.discard).click();
	await expect.element(dialog).not.toBeInTheDocument();
	await expect.element(button(videoEditorText.editVideo)).toBeVisible();
	expect([onCancel.mock.calls.length, onDone.mock.calls.length, rendered.address()]).toEqual([1, 0, '/?kind=video']);
});

test('returns from the question to the editor on the back button', async () => {
	const { goBack, address } = await openClip();
	await cover.fill('2500');
	goBack();
	await expect.element(question).toBeVisible();
	expect(await findViolations()).toEqual([]);
	goBack();
	await expect.element(question).not.toBeInTheDocument();
	await expect.element(page.getByText(videoEditorText.coverAt('0:02.5'))).toBeVisible();
	await expectDone({ poster_ms: 2500 });
	expect([onCancel.mock.calls.length, address()]).toEqual([0, '/?kind=video']);
});

test('says that a video cannot be shown, and still removes the sound and adds text', async () => {
	await open(unreadable);
	await expect.element(page.getByText(videoEditorText.cannotShow)).toBeVisible();
	await expect.element(page.getByRole('slider')).not.toBeInTheDocument();
	await expect.element(button(videoEditorText.play)).not.toBeInTheDocument();
	expect(await findViolations()).toEqual([]);
	await removeSound.click();
	await text.fill('Sale');
	await expectDone({ muted: true, overlay: 'Sale' });
});

test('has large targets, and fits a narrow screen', async () => {
	await page.viewport(320, 640);
	await openClip();
	const step = button(`${videoEditorText.startLater} ${videoEditorText.stepForward}`);
	for (const target of [start, end, step, done, button(videoEditorText.play), removeSound.element().parentElement]) {
		const element = target instanceof Element ? target : target?.element();
		const { width = 0, height = 0 } = element?.getBoundingClientRect() ?? {};
		expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
	}
	const { scrollWidth, offsetHeight } = dialog.element() as HTMLElement;
	expect(scrollWidth).toBeLessThanOrEqual(320);
	expect(offsetHeight).toBe(640);
});

test('shows the trim handles beside the clip on a phone that is held on its side', async () => {
	await page.viewport(740, 360);
	await openClip();
	const getRect = (element: Element) => element.getBoundingClientRect();
	const getSpace = (element: Element) => getRect(done.element()).top - getRect(element).bottom;
	await expect.poll(() => getSpace(getVideo())).toBeGreaterThan(0);
	expect(getSpace(start.element())).toBeGreaterThan(0);
});
