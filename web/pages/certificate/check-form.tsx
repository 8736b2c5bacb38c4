import { Form } from 'react-router';
import { certificatePaths } from '../../../contract/core/page-paths.ts';
import * as certificateText from '../../../text/shared/certificate.ts';
import { Button } from '../../ui/button.tsx';
import { TextField } from '../../ui/text-field.tsx';

/** Form that checks a certificate's code. It works without JavaScript. */
export function CheckForm({ code = '' }: { code?: string }) {
	return (
		<Form method="get" action={certificatePaths.check} className="flex flex-col gap-4">
			<TextField
				label={certificateText.code}
				name="code"
				defaultValue={code}
				required
				maxLength={60}
				autoComplete="off"
				autoCapitalize="off"
				spellCheck={false}
				className="font-mono"
			/>
			<Button type="submit" size="large">
				{certificateText.check}
			</Button>
		</Form>
	);
}
