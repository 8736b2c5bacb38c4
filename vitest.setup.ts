import { format } from 'node:util';
import { afterEach } from 'vitest';

// An error that nobody expected fails its test. A test that expects one puts a spy on console.error.
const unexpected: string[] = [];

console.error = (...words: unknown[]) => {
	unexpected.push(format(...words));
};

afterEach(() => {
	const [first] = unexpected.splice(0);
	if (first !== undefined) throw new Error(`Unexpected console.error: ${first}`);
});
