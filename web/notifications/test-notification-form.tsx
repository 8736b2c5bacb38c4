import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import * as messages from '../../contract/core/messages.ts';
import * as commonText from '../../text/shared/common.ts';
import * as pushTestText from '../../text/shared/push-test.ts';
import { useApi } from '../platform/api.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/text-field.tsx';
import { toast } from '../ui/toast.ts';
import { sendTestNotification } from './send-test-notification.ts';

/** Form that sends a test notification to an account's devices. The default is the logged-in account. */
export function TestNotificationForm({ ownId }: { ownId: number | null }) {
	const api = useApi();
	const [typedId, setTypedId] = useState<string | null>(null);
	const userId = typedId ?? String(ownId ?? '');
	const test = useMutation({
		mutationFn: async () => {
			const id = userId.trim();
			if (id === '') throw new Error(messages.notificationUserIdMissing);
			return sendTestNotification(api, id);
		},
		onSuccess: (message) => toast(message),
		onError: ({ message }) => toast(message, 'error'),
	});
	const status = test.data ?? test.error?.message;

	function send(event: FormEvent) {
		event.preventDefault();
		if (!test.isPending) test.mutate();
	}

	return (
		<form noValidate onSubmit={send} className="flex flex-col gap-4">
			<TextField
				label={pushTestText.userId}
				placeholder={pushTestText.userIdPlaceholder}
				inputMode="numeric"
				autoComplete="off"
				value={userId}
				onChange={(event) => setTypedId(event.target.value)}
			/>
			<Button type="submit" size="large" disabled={test.isPending || userId === ''} loading={test.isPending}>
				{test.isPending ? commonText.sending : pushTestText.submit}
			</Button>
			{status !== undefined && <p className="text-14 text-quiet">{status}</p>}
		</form>
	);
}
