// .address and .selector of functions, and fields of these names.
pragma solidity 0.7.6;
contract Members {
    struct Entry { bytes4 selector; address payable addr; function (uint256) external callback; }
    Entry entry;
    function hook(uint256 selector) external { entry.selector = bytes4(uint32(selector)); }
    function run() external {
        entry = Entry({selector: this.hook.selector, addr: payable(this.hook.address), callback: this.hook});
        entry.callback(uint256(uint32(entry.callback.selector)));
        entry.addr.transfer(entry.addr.balance);
        function (uint256) external local = entry.callback;
        local{gas: 1000}(1);
    }
}
