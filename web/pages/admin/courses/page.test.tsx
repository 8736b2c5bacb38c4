import { useQueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ModuleSummary } from '../../../../contract/courses/courses.ts';
import * as commonText from '../../../../text/shared/common.ts';
import * as adminCoursesText from '../../../../text/web/admin-courses.ts';
import { fakeApi, makeDeferredHandler, throwNetworkError } from '../../../testing/fake-api.ts';
import { renderRoute } from '../../../testing/render.tsx';
import { Button } from '../../../ui/button.tsx';
import CoursesPage from './page.tsx';

function Page() {
	const queries = useQueryClient();
	return (
		<>
			<Button onClick={() => void queries.invalidateQueries()}>Refresh</Button>
			<CoursesPage />
		</>
	);
}

test('keeps showing the modules if a refetch fails', async () => {
	const api = fakeApi({
		listModules: () => ({ items: [{ module: 1, title: 'First', has_text: true, has_video: false }] }),
	});
	const { pendingQueries } = await renderRoute('/admin/courses', { default: Page }, { api });
	const text = page.getByRole('list').getByText(adminCoursesText.text, { exact: true });
	await expect.element(text).toBeVisible();
	api.handle({ listModules: throwNetworkError });
	await page.getByRole('button', { name: 'Refresh' }).click();
	await expect.poll(() => api.calls('listModules').length).toBeGreaterThan(1);
	await expect.poll(pendingQueries).toBe(0);
	await expect.element(text).toBeVisible();
});

test('shows that the modules failed to load, and loads them on retry', async () => {
	const api = fakeApi({ listModules: throwNetworkError });
	await renderRoute('/admin/courses', { default: Page }, { api });
	await expect.element(page.getByRole('alert').getByText(adminCoursesText.modulesLoadFailed)).toBeVisible();
	const retry = page.getByRole('button', { name: commonText.tryAgain });
	const response = makeDeferredHandler<{ items: ModuleSummary[] }>();
	api.handle({ listModules: response.handler });
	await retry.click();
	// The button stays and keeps the focus while the modules load.
	await expect.element(retry).toHaveAttribute('aria-busy', 'true');
	await expect.element(retry).toHaveFocus();
	response.resolve({ items: [{ module: 1, title: 'First', has_text: false, has_video: true }] });
	await expect.element(page.getByRole('list').getByText(commonText.video, { exact: true })).toBeVisible();
});
