import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from '../testing/render.tsx';
import { Avatar } from './avatar.tsx';
import { Picture } from './picture.tsx';

const pixel = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7';
const picture = {
	url: `${pixel}#full`,
	width: 800,
	height: 600,
	placeholder: pixel,
	sizes: [
		{ url: `${pixel}#small`, width: 320 },
		{ url: `${pixel}#large`, width: 640 },
	],
};

test('Picture has a name, reserves its space and loads lazily', async () => {
	await render(<Picture picture={picture} alt="A lamp" sizes="50vw" />);
	const image = page.getByRole('img', { name: 'A lamp' });
	for (const [name, value] of Object.entries({ width: '800', height: '600', loading: 'lazy', sizes: '50vw' })) {
		await expect.element(image).toHaveAttribute(name, value);
	}
	expect(image.element().getAttribute('srcset')).toBe(`${pixel}#small 320w, ${pixel}#large 640w`);
	expect(getComputedStyle(image.element()).backgroundImage).toContain(pixel);
});

test('Picture with eager loads first', async () => {
	await render(<Picture picture={picture} alt="A lamp" sizes="50vw" eager />);
	const image = page.getByRole('img', { name: 'A lamp' });
	await expect.element(image).toHaveAttribute('loading', 'eager');
	await expect.element(image).toHaveAttribute('fetchpriority', 'high');
});

test('Picture uses the smallest size while data is saved', async () => {
	await render(<Picture picture={picture} alt="A lamp" sizes="50vw" />, { dataSaver: true });
	const image = page.getByRole('img', { name: 'A lamp' });
	await expect.element(image).not.toHaveAttribute('srcset');
	await expect.element(image).toHaveAttribute('src', `${pixel}#small`);
});

test('Picture uses the smallest size if another cannot be loaded', async () => {
	const sizes = [
		{ url: `${pixel}#small`, width: 320 },
		{ url: 'data:image/gif;base64,missing', width: 640 },
	];
	await render(<Picture picture={{ ...picture, sizes }} alt="A lamp" sizes="640px" eager />);
	const image = page.getByRole('img', { name: 'A lamp' });
	await expect.element(image).not.toHaveAttribute('srcset');
	await expect.poll(() => (image.element() as HTMLImageElement).naturalWidth).toBe(1);
});

test('Picture without other sizes uses its URL', async () => {
	await render(<Picture picture={{ ...picture, placeholder: null, sizes: [] }} alt="A lamp" sizes="50vw" />);
	const image = page.getByRole('img', { name: 'A lamp' });
	await expect.element(image).toHaveAttribute('src', `${pixel}#full`);
	await expect.element(image).not.toHaveAttribute('srcset');
	expect(getComputedStyle(image.element()).backgroundImage).toBe('none');
});

test.for([
	['ada', 'A'],
	[' ọlá', 'Ọ'],
	['', '?'],
] as const)('Avatar of "%s" shows a decorative %s', async ([name, letter]) => {
	await render(<Avatar name={name} />);
	const initial = document.querySelector('[aria-hidden]');
	expect(initial?.textContent).toBe(letter);
});

test('Avatar shows a decorative picture if there is one', async () => {
	await render(<Avatar name="Ada" image={pixel} size="large" />);
	const image = document.querySelector('img');
	expect(image?.alt).toBe('');
	expect(image?.getBoundingClientRect()).toMatchObject({ width: 80, height: 80 });
	await expect.element(page.getByRole('img')).not.toBeInTheDocument();
});
