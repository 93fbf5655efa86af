/** The options for an image of a canvas. */
export type ImageOptions = {
  /** Shows the number of open threats at each component. */
  badges: boolean;
  /** Shows an explanation of the shapes and signs in the drawing. */
  legend: boolean;
  title: boolean;
  /** Paints a background. Without it, the image is transparent. */
  background: boolean;
  /** The number of pixels of a PNG for each canvas pixel. */
  scale: 1 | 2 | 4;
};

export const plainImage: ImageOptions = {
  badges: false,
  legend: false,
  title: false,
  background: true,
  scale: 2,
};

type Size = { width: number; height: number };

/**
 * The limits of images that common viewers can open: the longest side in pixels, and the number of
 * pixels. Painting an image with this number of pixels takes 160 MB.
 */
const largestImage = { side: 8192, pixels: 40_000_000 };

/**
 * Returns the largest scale at which an image is within `largestImage`. The given size is in canvas
 * pixels.
 */
export const maxScale = ({ width, height }: Size): number =>
  Math.min(
    largestImage.side / width,
    largestImage.side / height,
    Math.sqrt(largestImage.pixels / (width * height)),
  );
