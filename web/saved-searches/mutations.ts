import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { savedSearchesPath } from '../../contract/core/page-paths.ts';
import type { AlertMode } from '../../contract/saved-searches/saved-search-options.ts';
import type { SavedSearch } from '../../contract/saved-searches/saved-searches.ts';
import * as savedSearchesText from '../../text/shared/saved-searches.ts';
import { useApi } from '../platform/api.ts';
import { getErrorMessage } from '../platform/error-message.ts';
import { toast } from '../ui/toast.ts';
import { type SearchInput, savedSearchesKey } from './queries.ts';

const toastError = (error: unknown) => toast(getErrorMessage(error), 'error');

function useRefetchSearches() {
	const queryClient = useQueryClient();
	return () => queryClient.invalidateQueries({ queryKey: savedSearchesKey });
}

/** Saves a search. The notice links to the saved searches. */
export function useSaveSearch() {
	const api = useApi();
	const navigate = useNavigate();
	const refetch = useRefetchSearches();
	return useMutation({
		mutationFn: (search: SearchInput) => api.createSavedSearch({ body: search }),
		onSuccess() {
			toast(savedSearchesText.savedNow, 'success', {
				label: savedSearchesText.seeSaved,
				run: () => void navigate(savedSearchesPath),
			});
			return refetch();
		},
		onError: toastError,
	});
}

export function useChangeAlerts(id: number) {
	const api = useApi();
	const refetch = useRefetchSearches();
	return useMutation({
		mutationFn: (alerts: AlertMode) => api.updateSavedSearch({ params: { id: String(id) }, body: { alerts } }),
		onSuccess() {
			toast(savedSearchesText.alertsSaved);
			return refetch();
		},
		onError: toastError,
	});
}

/** Deletes a saved search. The notice has a button that saves it again. */
export function useDeleteSearch({ id, search, alerts }: SavedSearch) {
	const api = useApi();
	const refetch = useRefetchSearches();
	const restoring = useMutation({
		mutationFn: () => api.createSavedSearch({ body: { ...search, alerts } }),
		onSuccess: refetch,
		onError: toastError,
	});
	return useMutation({
		mutationFn: () => api.deleteSavedSearch({ params: { id: String(id) } }),
		onSuccess() {
			toast(savedSearchesText.deleted, 'success', { label: savedSearchesText.undo, run: () => restoring.mutate() });
			return refetch();
		},
		onError: toastError,
	});
}
