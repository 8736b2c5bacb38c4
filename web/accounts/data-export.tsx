import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import * as personalInfoText from '../../text/web/personal-info.ts';
import { useApi } from '../platform/api.ts';
import { getErrorMessage } from '../platform/error-message.ts';
import { Button } from '../ui/button.tsx';
import { FormError } from '../ui/form-error.tsx';
import { RichText } from '../ui/rich-text.tsx';

/** Button that downloads a copy of the account's data from a signed URL. The URL expires after some minutes. */
export function DataExport() {
	const api = useApi();
	const exporting = useMutation({
		mutationFn: () => api.exportMe(),
		onSuccess: ({ url }) => location.assign(url),
	});
	return (
		<div className="flex flex-col items-start gap-3">
			<FormError>{exporting.error && getErrorMessage(exporting.error)}</FormError>
			<Button variant="quiet" loading={exporting.isPending} onClick={() => exporting.mutate()}>
				{!exporting.isPending && <Download aria-hidden className="size-5" />}
				{personalInfoText.download}
			</Button>
			<p role="status" className="text-14 text-quiet empty:hidden">
				{exporting.isSuccess && (
					<RichText
						text={personalInfoText.downloadBegins}
						tags={{
							again: (words) => (
								<a href={exporting.data.url} className="font-semibold underline underline-offset-4">
									{words}
								</a>
							),
						}}
					/>
				)}
			</p>
		</div>
	);
}
