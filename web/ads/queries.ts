import { queryOptions } from '@tanstack/react-query';
import type { Client } from '../../contract/client.ts';

/** An ad of either format. */
export function adQuery(api: Client, id: string) {
	return queryOptions({
		queryKey: ['ad', id],
		queryFn: ({ signal }) => api.getAd({ params: { id } }, { signal }),
	});
}
