import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { RouterContextProvider } from 'react-router';
import { HydratedRouter } from 'react-router/dom';
import { dropSession, getSession } from './accounts/session.ts';
import { ApiProvider, createBrowserClient } from './platform/api.ts';
import { apiContext } from './platform/api-context.ts';
import { createBrowserQueries, queriesContext } from './platform/queries.ts';
import { registerServiceWorker } from './platform/service-worker.ts';

// Browsers remember 250 files, and a long look at the market is more: its meter would stop.
performance.setResourceTimingBufferSize(5000);

const queries = createBrowserQueries(() => getSession()?.id);
const api = createBrowserClient({ token: () => getSession()?.token, onRefused: dropSession });

function getContext() {
	const context = new RouterContextProvider();
	context.set(apiContext, api);
	context.set(queriesContext, queries);
	return context;
}

startTransition(() => {
	hydrateRoot(
		document,
		<StrictMode>
			<ApiProvider value={api}>
				<QueryClientProvider client={queries}>
					<HydratedRouter getContext={getContext} />
				</QueryClientProvider>
			</ApiProvider>
		</StrictMode>,
	);
});

registerServiceWorker();
