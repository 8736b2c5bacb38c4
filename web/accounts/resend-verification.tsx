import { useMutation } from '@tanstack/react-query';
import * as verifyEmailText from '../../contract/text/verify-email.ts';
import { useApi } from '../platform/api.ts';
import { reasonOf } from '../platform/reason.ts';
import { Button, type ButtonLook } from '../ui/button.tsx';

/** Sends the link that confirms the own address once more, and says so in its place. */
export function ResendVerification({ look = 'plain' }: { look?: ButtonLook }) {
	const api = useApi();
	const sending = useMutation({ mutationFn: () => api.resendVerification() });
	return (
		<span className="inline-flex flex-wrap items-center gap-2">
			{!sending.isSuccess && (
				<Button look={look} loading={sending.isPending} onClick={() => sending.mutate()}>
					{verifyEmailText.resend}
				</Button>
			)}
			<span role="status" className="text-14">
				{sending.isSuccess && verifyEmailText.resent}
				{sending.error && reasonOf(sending.error)}
			</span>
		</span>
	);
}
