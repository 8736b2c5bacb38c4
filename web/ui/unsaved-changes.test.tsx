import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import * as commonText from '../../text/shared/common.ts';
import * as controlsText from '../../text/web/controls.ts';
import { render } from '../testing/render.tsx';
import { CancelButton, UnsavedChangesQuestion, useUnsavedChanges } from './unsaved-changes.tsx';

function Form({ onLeave }: { onLeave: () => void }) {
	const [text, setText] = useState('');
	const { isConfirming, close, dismiss } = useUnsavedChanges(text !== '', onLeave);
	return (
		<>
			<input aria-label="Text" value={text} onChange={({ target }) => setText(target.value)} onFocus={dismiss} />
			<UnsavedChangesQuestion isConfirming={isConfirming}>Leave without saving?</UnsavedChangesQuestion>
			<CancelButton isConfirming={isConfirming} onClick={close} />
		</>
	);
}

const question = page.getByRole('alert');

test('leaves an untouched form without a question', async () => {
	const leave = vi.fn();
	await render(<Form onLeave={leave} />);
	await page.getByRole('button', { name: commonText.cancel }).click();
	expect(leave).toHaveBeenCalledOnce();
	await expect.element(question).not.toBeInTheDocument();
});

test('asks before it discards input, and leaves on the second try', async () => {
	const leave = vi.fn();
	await render(<Form onLeave={leave} />);
	await page.getByLabelText('Text').fill('Fresh lamps');
	await page.getByRole('button', { name: commonText.cancel }).click();
	await expect.element(question).toHaveTextContent('Leave without saving?');
	expect(leave).not.toHaveBeenCalled();
	await page.getByRole('button', { name: controlsText.leave }).click();
	expect(leave).toHaveBeenCalledOnce();
});

test('asks again after the question was dismissed', async () => {
	const leave = vi.fn();
	await render(<Form onLeave={leave} />);
	await page.getByLabelText('Text').fill('Fresh lamps');
	await page.getByRole('button', { name: commonText.cancel }).click();
	await expect.element(question).toBeVisible();
	await page.getByLabelText('Text').click();
	await expect.element(question).not.toBeInTheDocument();
	await page.getByRole('button', { name: commonText.cancel }).click();
	await expect.element(question).toBeVisible();
	expect(leave).not.toHaveBeenCalled();
});

test('removes the question once the input is empty', async () => {
	await render(<Form onLeave={() => {}} />);
	await page.getByLabelText('Text').fill('Fresh lamps');
	await page.getByRole('button', { name: commonText.cancel }).click();
	await expect.element(question).toBeVisible();
	await page.getByLabelText('Text').fill('');
	await expect.element(question).not.toBeInTheDocument();
	await expect.element(page.getByRole('button', { name: commonText.cancel })).toBeVisible();
});

test('CancelButton can be disabled', async () => {
	await render(<CancelButton isConfirming={false} disabled onClick={() => {}} />);
	await expect.element(page.getByRole('button', { name: commonText.cancel })).toBeDisabled();
});
