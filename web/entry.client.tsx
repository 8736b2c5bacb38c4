import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { RouterContextProvider } from 'react-router';
import { HydratedRouter } from 'react-router/dom';
import { clearRejectedSession, getSession } from './accounts/session.ts';
import { ApiProvider, createBrowserClient } from './platform/api.ts';
import { apiRouterContext } from './platform/api-router-context.ts';
import { createBrowserQueryClient, queryClientRouterContext } from './platform/query-client.ts';
import { restoreQueries } from './platform/query-transfer.ts';
import { waitForPageParts } from './ui/lazy-component.ts';

// A long session would fill the browser's default buffer of 250 resource timing entries, and counting data usage would stop.
performance.setResourceTimingBufferSize(5000);

const queryClient = createBrowserQueryClient(() => getSession()?.id);
restoreQueries(queryClient);
const api = createBrowserClient({ token: () => getSession()?.token, onUnauthorized: clearRejectedSession });

function getContext() {
	const context = new RouterContextProvider();
	context.set(apiRouterContext, api);
	context.set(queryClientRouterContext, queryClient);
	return context;
}

function hydrate() {
	hydrateRoot(
		document,
		<StrictMode>
			<ApiProvider value={api}>
				<QueryClientProvider client={queryClient}>
					<HydratedRouter getContext={getContext} />
				</QueryClientProvider>
			</ApiProvider>
		</StrictMode>,
	);
}

// A top-level `await` would make the bundler write a file more for each dynamic import. The timer gives hydration a task of its own, so that
// the browser can handle input between it and the evaluation of the modules.
void waitForPageParts().then(() => setTimeout(startTransition, 0, hydrate));

// The app also works without a service worker, as in some private windows.
navigator.serviceWorker?.register('/service-worker.js').catch(() => {});
