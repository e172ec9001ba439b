import { Drawer } from '../widgets/drawer.tsx';
import { useLoaded } from '../widgets/use-loaded.ts';
import type { UploadFormProps } from './upload-form.tsx';

/** Sends a file to an account. It stays open while the page is used, because files take long. */
export const UploadDrawer = (props: UploadFormProps) => (
  <Drawer id="upload" title="Upload" stays>
    {() => <Form {...props} />}
  </Drawer>
);

const Form = (props: UploadFormProps) => {
  const loaded = useLoaded(() => import('./upload-form.tsx'));
  if (loaded.state === 'ready') return <loaded.code.UploadForm {...props} />;
  if (loaded.state === 'loading') return <p class="empty">Loading …</p>;
  return <p class="empty bad">This could not be loaded. Is the gateway running?</p>;
};
