import { expect, test } from 'vitest';
import { render } from 'vitest-browser-react';
import { Avatar } from './avatar.tsx';

async function getColour(name: string): Promise<string> {
	const { container } = await render(<Avatar name={name} />);
	return getComputedStyle(container.firstElementChild as Element).backgroundColor;
}

test('colours an avatar without a picture by its name', async () => {
	const names = ['Ada Obi', 'Bisi Fabrics', 'Chidi', 'Danjuma', 'Emeka', 'Funke', '王伟', ''];
	const colours: string[] = [];
	for (const name of names) colours.push(await getColour(name));
	expect(new Set(colours).size).toBeGreaterThan(3);
	expect(colours).not.toContain('rgba(0, 0, 0, 0)');
	for (const [index, name] of names.entries()) expect(await getColour(` ${name} `)).toBe(colours[index]);
});
