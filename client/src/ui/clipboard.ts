import { say } from '../text/translate.svelte';
import { toast } from './notices.svelte';

/** Copy a text, which also stands in a field. */
export async function copyText(text: string, field: HTMLInputElement | HTMLTextAreaElement | undefined): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // There is no clipboard without TLS; the selection can still be copied the old way.
    field?.select();
    if (!document.execCommand('copy')) return;
  }
  toast(say('app.copied'));
}
