package jdsm.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import jdsm.comm.RemoteMemory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlotLayoutTest {
    @ParameterizedTest
    @CsvSource({
        "0, 64",
        "24, 64",
        "25, 128",
        "88, 128",
        "89, 192",
        "152, 192",
        "153, 256",
        "216, 256",
        "217, 320",
        "280, 320",
        "281, 448",
        "408, 448",
        "409, 576",
        "65536, 65600",
        "65569, 98368",
        "1073741824, 1073741888",
        "2147483615, 2147479552",
    })
    void aSlotIsALineAndAPowerOfTwoOrOneAndAHalf(int contentBytes, int slotBytes) {
        int within = Math.min(contentBytes, SlotLayout.MAX_CONTENT_BYTES);
        assertThat(SlotLayout.slotBytes(within)).isEqualTo(slotBytes);
    }

    @Test
    void aSlotHasRoomAndWastesAtMostHalf() {
        int before = 0;
        for (int content = 0; content < 300_000; content++) {
            int slot = SlotLayout.slotBytes(content);
            assertThat(slot).isGreaterThanOrEqualTo(before).isGreaterThanOrEqualTo(content + SlotLayout.CONTENT_OFFSET);
            assertThat(slot % SlotLayout.ALIGNMENT).isZero();
            assertThat(slot).isLessThanOrEqualTo(2 * SlotLayout.ALIGNMENT + content + content / 2);
            before = slot;
        }
    }

    @Test
    void aLengthThatNoRegionHoldsIsRefused() {
        assertThat(SlotLayout.slotBytes(SlotLayout.MAX_CONTENT_BYTES)).isEqualTo((int) RemoteMemory.MAX_REGION_BYTES);
        assertThatIllegalArgumentException().isThrownBy(() -> SlotLayout.slotBytes(SlotLayout.MAX_CONTENT_BYTES + 1));
        assertThatIllegalArgumentException().isThrownBy(() -> SlotLayout.slotBytes(-1));
    }

    @Test
    void aTagNamesUnitAndGenerationAndIsNeverNobodys() {
        assertThat(SlotLayout.tag(7, 3)).isEqualTo(0x3_0000_0007L);
        assertThat(SlotLayout.tag(Integer.MAX_VALUE, -1)).isEqualTo(0xffff_ffff_7fff_ffffL);
        assertThat(SlotLayout.tag(0, 1)).isNotEqualTo(SlotLayout.NOBODY);
    }
}
