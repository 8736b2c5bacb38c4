import '../theme.css';
import { toast } from 'sonner';
import { afterEach, beforeEach, vi } from 'vitest';
import { cleanup } from 'vitest-browser-react';
import { clearBrowserStorage } from './browser-state.ts';
import { takeUnexpectedCalls } from './fake-api.ts';

// An unexpected `console.error` fails its test. A test that expects an error spies on `console.error`.
const unexpected: string[] = [];

console.error = (...values: unknown[]) => {
	unexpected.push(values.map(String).join(' '));
};

beforeEach(clearBrowserStorage);

afterEach(async () => {
	// Toasts that are not dismissed would appear in the next test.
	toast.dismiss();
	await cleanup();
	// Test files share a page, so analytics events that still wait would be sent in another test. A module that is still loading may track more.
	await vi.dynamicImportSettled();
	vi.spyOn(navigator, 'sendBeacon').mockReturnValue(true);
	window.dispatchEvent(new Event('pagehide'));
	const calls = takeUnexpectedCalls();
	const [first] = unexpected.splice(0);
	if (calls.length > 0) throw new Error(`Unexpected calls: ${calls.join(', ')}`);
	if (first !== undefined) throw new Error(`Unexpected console.error: ${first}`);
});
