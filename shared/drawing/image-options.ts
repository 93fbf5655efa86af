/** The parts of an image besides the elements. */
export type ImageOptions = {
  /** Shows the number of open threats at each component. */
  badges: boolean;
  /** Shows an explanation of the shapes and signs in the drawing. */
  legend: boolean;
  title: boolean;
  /** If false, the image is transparent. */
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
 * The size of the largest image that common viewers can open, in pixels. Painting such an image takes
 * 160 MB.
 */
const largestImage = { side: 8192, pixels: 40_000_000 };

/**
 * Returns the largest scale at which an image of this size in canvas pixels is within `largestImage`.
 */
export const maxScale = ({ width, height }: Size): number =>
  Math.min(
    largestImage.side / width,
    largestImage.side / height,
    Math.sqrt(largestImage.pixels / (width * height)),
  );
